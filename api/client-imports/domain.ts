/** Clients brought in from files, and their invitations. */
import { type Changes, type StaleBySetting, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const invitations = (): StaleCalls => ({ "clientImports.listInvitations": {} });
const all = (): StaleCalls => ({
  "clientImports.list": {},
  "clientImports.get": {},
  "clientImports.listLines": {},
  ...invitations(),
});

export const events = {
  /** A file was read, its booking went on, or invitations were sent. */
  "clientImports:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: all }),
};

export const staleBySetting: StaleBySetting = { clientInvitations: invitations() };

export const changes = {
  preview: all,
  decide: all,
  move: all,
  invite: invitations,
  takeBack: invitations,
  correctEmail: all,
} satisfies Changes<"clientImports">;

export const afterReconnect: readonly ReadingCall[] = [
  "clientImports.list",
  "clientImports.get",
  "clientImports.listLines",
  "clientImports.listInvitations",
];
