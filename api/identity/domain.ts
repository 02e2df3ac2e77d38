/** Sign-in of staff through the firm's identity provider. */
import { type Changes, nothing, type StaleBySetting, socketEvent } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const overview = (): StaleCalls => ({ "identity.get": {} });

export const events = {
  /** An account of a provider was made, linked or removed, or a secret saved. */
  "identity:changed": socketEvent<Record<string, never>>({ to: "staff", carries: {}, stale: overview }),
};

export const changes = {
  beginSignIn: nothing,
  finishSignIn: nothing,
  signOut: nothing,
  saveSecret: overview,
  beginTest: nothing,
  finishTest: nothing,
  confirmLink: overview,
  removeAccount: overview,
  handOver: () => ({ "identity.get": {}, "colleagues.list": {}, "colleagues.listPeople": {} }),
  makeScimToken: nothing,
} satisfies Changes<"identity">;

export const staleBySetting = {
  identity: { "identity.get": {} },
} as const satisfies StaleBySetting;

export const afterReconnect: readonly ReadingCall[] = ["identity.get"];
