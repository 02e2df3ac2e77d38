/** A holder's bank accounts. */
import { type Changes, type Notifications, nothing, socketEvent, theHolder } from "../declaration.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const accounts = ({ holderType, holderId }: Holder): StaleCalls => ({
  "bankAccounts.list": { params: { holderType, holderId } },
  "bankAccounts.listNew": {},
  "timeline.get": { params: { holderType, holderId } },
});
const changed = ({ params }: { params: Holder }): StaleCalls => ({ ...accounts(params), "proposals.list": {} });

export const events = {
  /** A bank account of the holder was added, changed, removed, confirmed or refused. */
  "accounts:changed": socketEvent<Holder>({ to: "holderAndStaff", carries: theHolder, stale: accounts }),
};

export const changes = { save: changed, decide: changed, requestCode: nothing } satisfies Changes<"bankAccounts">;

export const afterReconnect: readonly ReadingCall[] = ["bankAccounts.list", "bankAccounts.listNew"];

export const notifications = {
  account_added: "holderAndMail",
  account_changed: "holderAndMail",
  account_removed: "holderAndMail",
  account_confirmed: "holderAndMail",
  account_refused: "holderAndMail",
  client_account: "staffAboutClient",
} as const satisfies Notifications;
