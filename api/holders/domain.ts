/** State, role, name and number of a person or company. */
import { socketEvent, theHolder } from "../declaration.ts";
import { proposalLists } from "../proposals/domain.ts";
import type { Holder } from "../shapes.ts";
import type { StaleCalls } from "../stale-calls.ts";
import { profile, review } from "./stale.ts";

const ofState = (holder: Holder): StaleCalls => {
  const { holderType, holderId: id } = holder;
  return {
    "forms.getStanding": { params: holder },
    ...review(holder),
    ...profile(holder),
    ...(holderType === "user" && { "users.getState": { params: { id } } }),
    // Whom the person acts for, and what the companies are called.
    "portfolios.getConsolidated": holderType === "user" ? { params: { userId: id } } : {},
    "portfolios.getConsolidatedResults": holderType === "user" ? { params: { userId: id } } : {},
    "companies.listOwn": holderType === "user" ? { params: { userId: id } } : { rows: { id } },
    "companies.getStartedState": {},
    ...(holderType === "company"
      ? { "ownership.list": { params: { id } } }
      : { "ownership.listOwn": { params: { userId: id } } }),
    // A proposal also shows the current value.
    ...proposalLists,
    "forms.list": { left: true },
    "payments.listRequests": { left: true },
  };
};

/** Everything that shows a holder's state, name, number or assigned colleague to staff. */
export const ofHolder = (changed: Holder): StaleCalls => ({
  ...ofState(changed),
  "users.list": {},
  "companies.list": {},
  "forms.list": {},
  "workload.getDesk": {},
  "colleagues.list": {},
});
/** The same, and figures that name the client number. */
export const ofClientNumber = (changed: Holder): StaleCalls => ({
  ...ofHolder(changed),
  "portfolios.getPortfolio": { params: changed },
});

export const events = {
  /** The holder's state, role, name or client number changed. */
  "holder:state": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: ofState }),
};
