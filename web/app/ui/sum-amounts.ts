/** Sums of amounts as decimal strings, which numbers would round. */

/** The exact sum of plain decimals, with the most digits that one of them has; null if one of them is unknown. */
export function sumAmounts(amounts: readonly (string | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null);
  if (known.length < amounts.length) return null;
  const digits = Math.max(0, ...known.map((amount) => amount.split(".")[1]?.length ?? 0));
  const units = known.reduce((sum, amount) => {
    const [whole = "", part = ""] = amount.split(".");
    return sum + BigInt(whole + part.padEnd(digits, "0"));
  }, 0n);
  const text = (units < 0n ? -units : units).toString().padStart(digits + 1, "0");
  const plain = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`;
  return units < 0n ? `-${plain}` : plain;
}
