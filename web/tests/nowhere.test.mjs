// Addresses that name nothing: each says so in the reader's language, with a way on; what is too long to be sent says so, too.
import { check, id, newGame, onATable, picture } from "./harness.mjs";

export default () =>
  onATable("nowhere", { expected: ["status of 4", "response code: 404"] }, async ({ base, page }) => {
    const said = async (address) => {
      await page.goto(`${base}${address}`);
      // From one page to another only the part behind the hash changes.
      await page.reload();
      await page.waitForSelector(`${id("nowhere")}, ${id("page-error")}, [role="alert"]`);
      return page.textContent(`${id("nowhere")}, ${id("page-error")}, [role="alert"]`);
    };
    check("a page that is not there is named", (await said("#/nonsense")).includes("#/nonsense"));
    check("with a way to the first page", await page.isVisible('main a[href="#/"]'));
    await picture(page, "nowhere");
    check("so is half an address", (await said("#/game")).includes("#/game"));
    check("a game that is not there is named", /no game 0123/.test(await said("#/game/0123")));
    check("in a replay as well", /no game 0123/.test(await said("#/replay/0123/4")));
    check("and where it should be followed by another", /no game 0123/.test(await said("#/after/0123")));
    for (const page of ["new", "learn", "rules"])
      check(`a system that is not there is named: ${page}`, /no system chess\. There are: space-hulk/.test(await said(`#/${page}/chess`)));
    check("a rule that is not there is named", /no rule SH-NOPE-999/.test(await said("#/rules/space-hulk/SH-NOPE-999")));
    check("an address without the sign of a page leads to it", (await said("no/such/page")).includes("#/no/such/page"));

    await page.evaluate(() => localStorage.setItem("grognard.language", "de"));
    check("in German, too", /Ein Spiel 0123 gibt es hier nicht/.test(await said("#/game/0123")));

    await page.goto(`${base}#/make/space-hulk/mission`);
    await page.click(id("texts"));
    await page.fill(id("text"), "#".repeat(100_000));
    await page.click(id("import"));
    await page.waitForFunction(() => document.querySelector('[data-testid="desk-said"]')?.textContent !== "");
    check("what is too long to be sent says so", /höchstens 64 KB/.test(await page.textContent(id("desk-said"))));
    await page.locator(id("text")).press("Control+z");
    check("and is undone as anywhere in the browser", !(await page.inputValue(id("text"))).startsWith("####"));

    // A game that is deleted while somebody looks at it.
    const game = await newGame(page, base, { human: ["marine"], seed: 1 });
    await page.request.delete(`${base}api/games/${game}`);
    await page.waitForSelector(id("page-error"));
    check("a game that is deleted meanwhile is told as gone", (await page.textContent(id("page-error"))).includes(game));

    // The list of games speaks the reader's language, whoever was spoken to when they were played.
    await newGame(page, base, { human: ["marine"], seed: 2 });
    await page.keyboard.press("/");
    await page.fill(id("typed-text"), "flieg");
    await page.keyboard.press("Enter");
    await page.waitForSelector(id("refusal"));
    check("a text that is no answer is told as such in German", (await page.textContent(id("refusal"))).includes("„flieg“ ist keine Antwort"));
    await page.goto(base);
    const listed = async () => (await page.waitForSelector(id("saved-games"))).textContent();
    check("games are listed in German", /Enterschleuse/.test(await listed()) && /Runde 1 von 10, wartet auf Terminatoren/.test(await listed()));
    await page.selectOption(id("language"), "en");
    await page.waitForFunction(() => /Turn 1 of 10, waiting for Terminators/.test(document.querySelector('[data-testid="saved-games"]')?.textContent ?? ""));
    check("and in English", true);
  });
