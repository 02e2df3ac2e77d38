/** What the client of an account has with other custodians than the one that states the account. */
import type { Trx } from "../../../kernel/transaction.ts";
import { listKnownNames } from "../../custodians/custodians.ts";
import type { FoundAccount } from "../../custodians/resolve.ts";
import { findHeldElsewhere, type HeldOn } from "../../portfolios/ledger/holdings.ts";

/** At the end of a day, or now. Nothing if it is not known who states the account: then all that the client has is compared. */
export async function getHeldElsewhere(
  trx: Trx,
  account: FoundAccount | undefined,
  day: string | null = null,
): Promise<HeldOn> {
  const custodian = account?.custodian;
  if (!account || !custodian) return { positions: new Map(), cash: new Map() };
  const names = (await listKnownNames(trx)).filter(({ id }) => id === custodian.id).map(({ name }) => name);
  return findHeldElsewhere(trx, account.holder, { names, day });
}
