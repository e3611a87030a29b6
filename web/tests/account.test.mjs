// An account: made on one device, it has the games of another after a login there.
import { check, id, newGame, onATable, picture } from "./harness.mjs";

export default async () => {
  await onATable("account", {}, async ({ base, page }) => {
    const context = await page
      .context()
      .browser()
      .newContext({ reducedMotion: "reduce", viewport: { width: 1280, height: 720 } });
    const other = await context.newPage();
    other.setDefaultTimeout(15_000);
    const game = await newGame(page, base, { human: ["marine"], options: { practice: true }, seed: 2 });
    const open = async (at) => {
      await at.goto(`${base}#/settings`);
      await at.waitForSelector(id("account-name"));
    };
    const enter = async (at, name, password, button) => {
      await at.fill(id("account-name"), name);
      await at.fill(id("account-password"), password);
      await at.click(id(button));
    };
    await open(page);
    await page.fill(id("account-name"), "Anna");
    await page.fill(id("account-password"), "short");
    check("a short password cannot be sent", await page.isDisabled(id("register")));
    await enter(page, "Anna", "correct horse battery", "register");
    await page.waitForSelector(id("logout"));
    check("whoever makes an account is logged in", (await page.textContent(id("account"))).includes("Anna"));
    await picture(page, "account");
    await open(other);
    await enter(other, "Anna", "another password", "register");
    await other.waitForSelector(id("account-fault"));
    check("a name is given once", (await other.textContent(id("account-fault"))).includes("taken"));
    await enter(other, "Anna", "wrong horse battery", "login");
    await other.waitForFunction(() => document.querySelector('[data-testid="account-fault"]')?.textContent?.includes("belong together"));
    await enter(other, "anna", "correct horse battery", "login");
    await other.waitForSelector(id("logout"));
    check("no fault is left on the screen", (await other.$(id("account-fault"))) === null);
    const games = await other.evaluate(async () => (await (await fetch("./api/games")).json()).games.map((one) => one.id));
    check("the games are on the second device", games.includes(game));
    await other.click(id("logout"));
    await other.waitForSelector(id("account-name"));
    const left = await other.evaluate(async () => (await (await fetch("./api/games")).json()).games.length);
    check("and gone from it after logging out", left === 0);
  });
};
