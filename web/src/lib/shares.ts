// Shares in per cent that add up to what they should.

/** Numbers in whole steps, which make up what the numbers do: what rounding leaves goes to whoever lost most by it. */
export function inSteps(parts: number[], step: number): number[] {
  const exact = parts.map((part) => part / step);
  const whole = exact.map(Math.floor);
  const left = Math.round(exact.reduce((sum, e) => sum + e, 0)) - whole.reduce((sum, n) => sum + n, 0);
  const next = exact
    .map((e, i) => ({ i, rest: e - Math.floor(e) }))
    .sort((a, b) => b.rest - a.rest)
    .slice(0, left)
    .map(({ i }) => i);
  return whole.map((n, i) => (n + (next.includes(i) ? 1 : 0)) * step);
}

const CERTAIN = 10_000;
/** A tenth of a per cent. */
const STEP = 10;

/**
 * Chances in hundredths of a per cent, rounded to tenths. The first ones that exclude one another and leave nothing out add
 * up to a hundred; what may happen beside them is rounded by itself.
 */
export function chancesShown(basisPoints: number[]): number[] {
  let sum = 0;
  // Each of them was rounded to a hundredth already.
  const end = basisPoints.findIndex((part, i) => Math.abs((sum += part) - CERTAIN) <= (i + 1) / 2);
  const together = inSteps(basisPoints.slice(0, end + 1), STEP);
  return [...together, ...basisPoints.slice(end + 1).map((part) => Math.round(part / STEP) * STEP)];
}
