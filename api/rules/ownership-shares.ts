/** Shares of persons in a company over time: what both sides check. Percents are decimal text. */

/** A person's share over days, both included; without a last day until further notice. */
export interface HeldShare {
  userId: number;
  percent: string;
  from: string;
  until: string | null;
}

const digits = 12;
const hundred = 100n * 10n ** BigInt(digits);

/** Units of the twelfth decimal; undefined for what is no share: above 0, at most 100, up to twelve decimals. */
export function readPercent(text: string): bigint | undefined {
  const match = /^(\d{1,3})(?:\.(\d{1,12}))?$/.exec(text);
  if (!match) return undefined;
  const units = BigInt(match[1] ?? "0") * 10n ** BigInt(digits) + BigInt((match[2] ?? "").padEnd(digits, "0"));
  return units > 0n && units <= hundred ? units : undefined;
}

const percentOf = (units: bigint): string => {
  const decimals = String(units % 10n ** BigInt(digits))
    .padStart(digits, "0")
    .replace(/(?<!0)0+$/, "");
  const whole = String(units / 10n ** BigInt(digits));
  return decimals === "" ? whole : `${whole}.${decimals}`;
};

export const isHeldOn = ({ from, until }: Pick<HeldShare, "from" | "until">, day: string): boolean =>
  from <= day && (until === null || day <= until);

/** The first day on which the shares add up to more than 100 %, with their sum; undefined if there is none. */
export function findOverHundred(shares: readonly HeldShare[]): { day: string; percent: string } | undefined {
  // The sum grows only on a day on which a share begins.
  for (const day of [...new Set(shares.map(({ from }) => from))].toSorted()) {
    const sum = shares
      .filter((share) => isHeldOn(share, day))
      .reduce((total, { percent }) => total + (readPercent(percent) ?? 0n), 0n);
    if (sum > hundred) return { day, percent: percentOf(sum) };
  }
  return undefined;
}

/** Whether two shares of one person have a day in common. */
export const overlap = (a: HeldShare, b: HeldShare): boolean =>
  a.userId === b.userId && (b.until === null || a.from <= b.until) && (a.until === null || b.from <= a.until);
