/** Invitations of colleagues. */
import type { Changes } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const all = (): StaleCalls => ({ "invitations.list": {}, "colleagues.listPeople": {}, "proposals.list": {} });

export const changes = { invite: all, repeat: all, revoke: all } satisfies Changes<"invitations">;

export const afterReconnect: readonly ReadingCall[] = ["invitations.list"];
