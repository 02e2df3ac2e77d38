/** Custodians and their accounts. */
import { type Changes, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

export const custodianLists = (): StaleCalls => ({
  "custodians.list": {},
  "custodians.listCodes": {},
  "custodians.listAccounts": {},
  "custodians.listUnknownAccounts": {},
});

export const events = {
  /** A custodian or whose an account is changed, or a file named an account that nobody has. */
  "custodians:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: custodianLists }),
};

const withProposals = (): StaleCalls => ({ ...custodianLists(), "proposals.list": {} });

export const changes = {
  create: custodianLists,
  save: withProposals,
  end: custodianLists,
  restore: custodianLists,
  saveCodes: custodianLists,
  linkAccount: withProposals,
  markAccount: custodianLists,
  endAccount: custodianLists,
} satisfies Changes<"custodians">;

export const afterReconnect: readonly ReadingCall[] = [
  "custodians.list",
  "custodians.listCodes",
  "custodians.listAccounts",
  "custodians.listUnknownAccounts",
];
