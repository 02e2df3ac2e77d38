/** The custodian of a holder's account: one linked to the holder, otherwise the configured one, otherwise our own ledger. */

import type { Custodian } from "../../adapters/custodian/custodian.ts";
import { createHttpCustodian } from "../../adapters/custodian/http-custodian.ts";
import type { Context } from "../../kernel/context.ts";
import type { Custody } from "./portfolios.custody.ts";
import { createOwnLedger } from "./portfolios.own-ledger.ts";

export function custodianOf({ db, config, log, workers, caller }: Context, custody: Custody): Custodian {
  const baseUrl = custody.baseUrl ?? config.custodianUrl;
  if (baseUrl === undefined) return createOwnLedger({ db, workers, signal: caller.signal }, custody);
  return createHttpCustodian({
    baseUrl,
    timeoutMs: config.custodianTimeoutMs,
    report: (problem) => log.warn(problem, "the custodian answered wrongly"),
  });
}
