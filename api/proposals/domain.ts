/** Proposals that a second person confirms. */
import { type Changes, type StaleBySetting, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

export const proposalLists: StaleCalls = { "proposals.list": {}, "workload.getDesk": {}, "proposals.get": {} };

export const events = {
  /** A proposal was made or decided. */
  "proposals:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: () => proposalLists }),
};

export const changes = {
  // The call names only the proposal, which may be about any holder or a setting.
  decide: () => ({
    ...proposalLists,
    "timeline.get": {},
    "colleagues.list": {},
    "users.get": {},
    "users.list": {},
    "companies.get": {},
    "companies.list": {},
    "settings.get": {},
    "payments.listAccounts": {},
    "payments.listNewAccounts": {},
    "ownership.list": {},
    "portfolios.getConsolidated": {},
    "portfolios.getConsolidatedResults": {},
  }),
} satisfies Changes<"proposals">;

export const afterReconnect: readonly ReadingCall[] = ["proposals.get", "proposals.list"];

// An open proposal says whether it can still be confirmed.
export const staleBySetting: StaleBySetting = { depositInstructions: proposalLists };
