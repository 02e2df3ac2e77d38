/** The calls of money. */
import type { money } from "@portico/api/money.ts";
import type { Handlers } from "../../http/handlers.ts";
import { setSigners } from "../portfolios/requests/signers.rule.service.ts";
import { listMovementKinds, listMovements } from "./money.movements.service.ts";
import { getMoney, getPaymentCode, listDayRates } from "./money.service.ts";

export const moneyRoutes: Handlers<typeof money> = {
  get: (context, { holder }) => getMoney(context, holder),
  listMovements: (context, { holder, query }) => listMovements(context, holder, query),
  listMovementKinds: (context, { holder }) => listMovementKinds(context, holder),
  getPaymentCode: (context, { holder, query }) => getPaymentCode(context, holder, query),
  listRates: (context, { query }) => listDayRates(context, query.day),
  setSigners: (context, { holder, body }) => setSigners(context, holder, body),
};
