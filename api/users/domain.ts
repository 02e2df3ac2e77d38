/** People: clients and staff. */
import { type Changes, type Notifications, nothing } from "../declaration.ts";
import { ofClientNumber, ofHolder } from "../holders/domain.ts";
import type { Holder } from "../shapes.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";
import { toStaleNewTicketCalls } from "../tickets/domain.ts";

type OfPerson = { params: { id: number } };
const person = (holderId: number): Holder => ({ holderType: "user", holderId });
const changed = ({ params: { id } }: OfPerson): StaleCalls => ofHolder(person(id));
const ownTickets = ({ params: { id } }: OfPerson): StaleCalls => toStaleNewTicketCalls(id);

export const changes = {
  setName: changed,
  setClientNumber: ({ params: { id } }) => ofClientNumber(person(id)),
  modifyState: changed,
  resetFactors: changed,
  setRole: changed,
  assign: changed,
  setClientData: ({ params: { id } }) => ({
    "users.get": { params: { id } },
    "timeline.get": { params: person(id) },
  }),
  editRepresentations: ({ params: { id } }) => ({ ...ofHolder(person(id)), "companies.get": {} }),
  requestSubscription: ownTickets,
  mailAdmins: ownTickets,
  setPreferences: nothing,
  setLastCompany: nothing,
} satisfies Changes<"users">;

export const afterReconnect: readonly ReadingCall[] = ["users.get", "users.getState", "users.list"];

export const notifications = {
  representative_added: "holderAndMail",
  representative_suspended: "holderAndMail",
  representative_restored: "holderAndMail",
  representative_removed: "holderAndMail",
  name_changed: "holderAndMail",
} as const satisfies Notifications;
