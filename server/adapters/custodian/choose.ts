/** Which custodian keeps a holder's account: one linked to the holder, else the configured one, else our own ledger. */

import type { Custody } from "../../domains/portfolios/portfolios.custody.ts";
import type { Context } from "../../kernel/context.ts";
import type { Custodian } from "./custodian.ts";
import { createHttpCustodian } from "./http-custodian.ts";
import { createOwnLedger } from "./own-ledger.ts";

export function custodianOf({ db, config, log, workers, caller }: Context, custody: Custody): Custodian {
  const baseUrl = custody.baseUrl ?? config.custodianUrl;
  if (baseUrl === undefined) return createOwnLedger({ db, workers, signal: caller.signal }, custody);
  return createHttpCustodian({
    baseUrl,
    timeoutMs: config.custodianTimeoutMs,
    report: (problem) => log.warn(problem, "the custodian answered wrongly"),
  });
}
