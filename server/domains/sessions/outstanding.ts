/** What was mailed or begun under credentials that no longer hold: none of it can be finished afterwards. */
import type { Tx } from "../../unit-of-work/transact.ts";
import { deleteUnconfirmedAuthenticator, takeRegistration } from "./factors/factors.queries.ts";
import { endChallenges } from "./sign-in/challenges.queries.ts";
import { endResets } from "./sign-in-data.queries.ts";

/**
 * Ends the user's begun sign-ins, mailed reset links, and an app or passkey that is being set up. To be called when the
 * password changes, own factors are reset, or the account is disabled.
 */
export async function endOutstanding(tx: Tx, userId: number): Promise<void> {
  await endChallenges(tx, userId);
  await endResets(tx, userId);
  await deleteUnconfirmedAuthenticator(tx, userId);
  await takeRegistration(tx, userId);
}
