/** Answers that staff insert into chats and tickets. */
import type { Changes } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const changed = (): StaleCalls => ({ "cannedAnswers.list": {}, "cannedAnswers.listFor": {} });

export const changes = { create: changed, change: changed, remove: changed } satisfies Changes<"cannedAnswers">;

export const afterReconnect: readonly ReadingCall[] = ["cannedAnswers.list", "cannedAnswers.listFor"];
