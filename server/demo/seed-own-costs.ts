/** Own costs of the demo's instruments, of last year and the one before; round figures, not those of the funds. */
import { recordOwnCosts } from "../domains/reports/own-costs/own-costs.ts";
import type { Trx } from "../kernel/transaction.ts";

const costs = [
  { ticker: "VWCE", ongoing: "0.22", transactions: "0.04", incidental: "0", oneOff: "0", thirdParties: "0.02" },
  { ticker: "EUNA", ongoing: "0.1", transactions: "0.06", incidental: "0", oneOff: "0", thirdParties: "0" },
  { ticker: "SGLN", ongoing: "0.12", transactions: "0", incidental: "0", oneOff: "0", thirdParties: "0" },
] as const;

/** From the first day of the year before the last on; the newest differ a little. */
export async function seedOwnCosts(
  trx: Trx,
  { instrumentIds, today, userId }: { instrumentIds: ReadonlyMap<string, number>; today: string; userId: number },
): Promise<void> {
  const year = Number(today.slice(0, 4));
  const rows = costs.flatMap(({ ticker, ...stated }) => {
    const instrumentId = instrumentIds.get(ticker);
    if (instrumentId === undefined) return [];
    return [
      { instrumentId, from: `${year - 3}-01-01`, ...stated },
      ...(ticker === "VWCE" ? [{ instrumentId, from: `${year - 1}-07-01`, ...stated, ongoing: "0.19" }] : []),
    ];
  });
  await recordOwnCosts(trx, rows, userId);
}
