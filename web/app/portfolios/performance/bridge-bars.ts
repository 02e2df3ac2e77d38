/** The lines of the bridge and the positions of their bars, in percent of the drawn width. */
const bridgeLines = ["opening", "deposits", "price", "fx", "income", "fees", "tax", "closing"] as const;
type BridgeLine = (typeof bridgeLines)[number];
type Sums = Record<BridgeLine, string>;

/** Fees and tax lower the value. Exact text, only the sign is changed. */
const turned = (amount: string): string =>
  Number(amount) === 0 ? amount : amount.startsWith("-") ? amount.slice(1) : `-${amount}`;

/** A waterfall: each bar begins where the previous one ended. Bars use floating point; amounts stay exact. */
export function bridgeBars(sums: Sums): { line: BridgeLine; amount: string; start: number; width: number }[] {
  let level = 0;
  const steps = bridgeLines.map((line) => {
    const amount = line === "fees" || line === "tax" ? turned(sums[line]) : sums[line];
    const from = line === "opening" || line === "closing" ? 0 : level;
    level = line === "closing" ? Number(amount) : from + Number(amount);
    return { line, amount, from, to: level };
  });
  const ends = steps.flatMap(({ from, to }) => [from, to]);
  const least = Math.min(...ends);
  const span = Math.max(...ends) - least || 1;
  return steps.map(({ line, amount, from, to }) => ({
    line,
    amount,
    start: ((Math.min(from, to) - least) / span) * 100,
    width: (Math.abs(to - from) / span) * 100,
  }));
}
