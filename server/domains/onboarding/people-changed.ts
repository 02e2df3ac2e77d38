/** What is decided anew when other people act for a company: here alone, whatever the change was. */
import type { Context } from "../../kernel/context.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { findRepresentations } from "../holders/holders.representation.ts";
import { reconsiderWithdrawals } from "../portfolios/requests/reconsidering.ts";

/**
 * Somebody began or ceased to act for these companies: representation granted or ended, account disabled or enabled.
 * Part of the transaction of that change.
 */
export async function peopleChanged(tx: Tx, context: Context, companyIds: readonly number[]): Promise<void> {
  // In a fixed order, because each is locked.
  for (const companyId of [...new Set(companyIds)].toSorted((a, b) => a - b))
    await reconsiderWithdrawals(tx, context, companyId);
}

/** The same for every company that the user represents today. */
export async function personChanged(tx: Tx, context: Context, userId: number): Promise<void> {
  const represented = await findRepresentations(tx, { userId });
  await peopleChanged(
    tx,
    context,
    represented.map(({ company_id }) => company_id),
  );
}
