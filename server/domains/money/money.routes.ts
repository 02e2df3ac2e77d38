/** The calls of money. */
import type { money } from "@portico/api/money.ts";
import type { Handlers } from "../../http/handlers.ts";
import { holderOf } from "../portfolios/portfolios.service.ts";
import { setSigners } from "../portfolios/requests/signers.rule.service.ts";
import { listMovements } from "./money.movements.service.ts";
import { getMoney, getPaymentCode, listDayRates } from "./money.service.ts";

export const moneyRoutes: Handlers<typeof money> = {
  get: (context, { params }) => getMoney(context, holderOf(params)),
  listMovements: (context, { params, query }) => listMovements(context, holderOf(params), query),
  getPaymentCode: (context, { params, query }) => getPaymentCode(context, holderOf(params), query),
  listRates: (context, { query }) => listDayRates(context, query.day),
  setSigners: (context, { params, body }) => setSigners(context, holderOf(params), body.rule),
};
