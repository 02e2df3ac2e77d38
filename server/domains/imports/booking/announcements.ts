/** Stores what a statement announces, for the holders of its accounts. */
import type { Trx } from "../../../kernel/transaction.ts";
import type { ChangedPortfolio } from "../../portfolios/change-events.ts";
import { recordAnnounced } from "../../portfolios/income/announcements.ts";
import type { Prepared } from "./statement.ts";

/** Announcements of instruments that the firm does not know are left out: nobody holds them. */
export async function recordAnnouncements(
  trx: Trx,
  { file, holders, resolved }: Pick<Prepared, "file" | "holders" | "resolved">,
  importId: number,
): Promise<ChangedPortfolio[]> {
  const changed: ChangedPortfolio[] = [];
  for (const [account, holder] of holders) {
    const announced = file.accounts.get(account)?.announced;
    if (!announced) continue;
    const rows = announced.rows.flatMap(({ instrument, ...row }) => {
      const instrumentId = resolved.ids[instrument];
      return instrumentId === undefined ? [] : [{ ...row, instrumentId }];
    });
    const { asOf, isList, isWhole } = announced;
    const source = file.format ?? "";
    const portfolio = await recordAnnounced(trx, holder, { account, source, asOf, importId, rows, isList, isWhole });
    if (portfolio) changed.push(portfolio);
  }
  return changed;
}
