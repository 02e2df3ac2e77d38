/** Which custodian keeps a holder's account: one linked to the holder, else the configured one, else our own ledger. */
import type { Context } from "../../context.ts";
import { firmDay } from "../../domains/portfolios/portfolios.days.ts";
import { findCustodianLink } from "../../domains/portfolios/portfolios.links.ts";
import type { Custodian, CustodyAccount } from "./custodian.ts";
import { createHttpCustodian } from "./http-custodian.ts";
import { createOwnLedger } from "./own-ledger.ts";

export async function custodianOf({ db, config, log, now }: Context, account: CustodyAccount): Promise<Custodian> {
  const baseUrl = (await findCustodianLink(db, account)) ?? config.custodianUrl;
  if (baseUrl === undefined) return createOwnLedger(db, await firmDay(db, now()));
  return createHttpCustodian({
    baseUrl,
    timeoutMs: config.custodianTimeoutMs,
    report: (problem) => log.warn(problem, "the custodian answered wrongly"),
  });
}
