/** What a task for the worker threads is made of. How to write and run one: workers.ts. */
import type { ErrorCode, FieldCode } from "@portico/api/errors.ts";
import type { Kysely } from "kysely";
import type { ConnectionSettings } from "../database/connect.ts";
import type { DB } from "../database/schema.generated.ts";
import type { DomainEvents, Events } from "../kernel/events.ts";

/** Each lane has a thread of its own: what is asked on a page (`figures`) never waits behind a long file (`files`). */
export const lanes = {
  figures: { heapMb: 128 },
  files: { heapMb: 256 },
} as const;
export type Lane = keyof typeof lanes;

/** What a task may use besides its input. */
export interface Tools {
  /** The database as the app's role, over one connection that the thread opens with its first question. */
  db: Kysely<DB>;
  /** Takes what the task's changes emit; it goes back with the answer, and the main thread emits it. */
  events: Events;
}

export interface TaskModule<Input, Output> {
  run: (input: Input, tools: Tools) => Promise<Output>;
}

export interface Task<Input, Output> {
  lane: Lane;
  /** Running time after which the thread is ended and the call refused with `overLimit`. */
  limitMs: number;
  /** How a call is refused that takes too long or needs more memory than the lane gives it. */
  overLimit: ErrorCode;
  /** Loads the module that does the work. Called in the thread only, so that the main thread does not load it. */
  load: () => Promise<TaskModule<Input, Output>>;
}

/** Declares a task; input and output are those of the loaded module's `run`. */
export const defineTask = <Input, Output>(task: Task<Input, Output>): Task<Input, Output> => task;

/** Tasks by name, whatever each takes and gives. */
export type Tasks = Record<string, Task<never, unknown>>;
export type InputOf<T> = T extends Task<infer Input, unknown> ? Input : never;
export type OutputOf<T> = T extends Task<never, infer Output> ? Output : never;

/** What the main thread sends to a thread. */
export interface Order {
  name: string;
  input: unknown;
}
/** An event that a task emitted, as data. */
export interface Emitted {
  name: keyof DomainEvents;
  event: unknown[];
}
/** What comes back. A refusal is sent as data, since an error loses its class on the way. */
export type Reply = { emitted: Emitted[] } & (
  | { output: unknown }
  | {
      refusal: {
        code: ErrorCode;
        fields: { path: string; code: FieldCode }[];
        by: string | undefined;
        retryAfter: number | undefined;
      };
    }
);

/** What a thread is started with. */
export interface ThreadSettings {
  /** File URL of the module whose `tasks` the thread runs. */
  tasksUrl: string;
  connection: ConnectionSettings;
  prepared: boolean;
}
