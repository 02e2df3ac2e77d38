/** The parts of a task for worker threads. How to write and run one: workers.ts. */
import type { ErrorCode, FieldCode } from "@portico/api/errors.ts";
import type { Kysely } from "kysely";
import type { ConnectionSettings } from "../database/connect.ts";
import type { DB } from "../database/schema.generated.ts";
import type { DomainEvents, Events } from "../kernel/events.ts";

/**
 * Each lane has its own thread: figures for a page never wait behind a long file, nor behind many documents, and nothing behind an export. An idle thread ends after
 * `idleMs`, which frees its memory; starting it again takes half a second of processor time, which only who looks at figures waits for.
 */
export const lanes = {
  figures: { heapMb: 128, idleMs: 120_000 },
  files: { heapMb: 256, idleMs: 20_000 },
  documents: { heapMb: 256, idleMs: 20_000 },
  exports: { heapMb: 200, idleMs: 5_000 },
  // Keeps the index of a whole list, which takes seconds to build.
  screening: { heapMb: 768, idleMs: 120_000 },
} as const;
export type Lane = keyof typeof lanes;

/** What a task may use besides its input. */
export interface Tools {
  /** The database as the application role, over one connection that the thread opens at its first query. */
  db: Kysely<DB>;
  /** Collects the events of the task's changes; they are returned with the answer, and the main thread emits them. */
  events: Events;
}

export interface TaskModule<Input, Output> {
  run: (input: Input, tools: Tools) => Promise<Output>;
}

/** Named by its module, so that the types of input and output stay the module's own. */
export interface Task<Module = TaskModule<never, unknown>> {
  lane: Lane;
  /** Processor time of the thread after which it is ended and the call refused with `overLimit`. */
  cpuSeconds: number;
  /**
   * Running time after which the thread is ended and the call refused as `unavailable`: a machine with much other work says
   * nothing about the input. `usualLongestMs` if not given.
   */
  longestMs?: number;
  /** The refusal of a task that needs too much processor time or exceeds the lane's memory. */
  overLimit: ErrorCode;
  /** Loads the module that does the work. Called only in the thread, so that the main thread does not load it. */
  load: () => Promise<Module>;
}

/** So long may a task run: with a quarter of a processor, and for as long as a balancer waits for an answer. */
export const usualLongestMs = (cpuSeconds: number): number => Math.max(120_000, 4000 * cpuSeconds);

/** Declares a task; input and output are those of the loaded module's `run`. */
export const defineTask = <Module extends TaskModule<never, unknown>>(task: Task<Module>): Task<Module> => task;

/** Tasks by name, with any input and output. */
export type Tasks = Record<string, Task>;
export type InputOf<T> = T extends Task<TaskModule<infer Input, unknown>> ? Input : never;
export type OutputOf<T> = T extends Task<TaskModule<never, infer Output>> ? Output : never;

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
/** The reply. A refusal is sent as data, since an error loses its class in transfer. */
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

/** Start parameters of a thread. */
export interface ThreadSettings {
  /** File URL of the module whose `tasks` the thread runs. */
  tasksUrl: string;
  connection: ConnectionSettings;
}
