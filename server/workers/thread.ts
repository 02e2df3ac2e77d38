/** Runs tasks inside a worker thread. */
import { workerData } from "node:worker_threads";
import type { Kysely } from "kysely";
import { openKysely, openPool } from "../database/connect.ts";
import type { DB } from "../database/schema.generated.ts";
import { isDatabaseAway, isStatementOverrun, OutcomeUnknown } from "../kernel/database-errors.ts";
import type { Events } from "../kernel/events.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Emitted, Order, Reply, Tasks, ThreadSettings, Tools } from "./task.ts";

const { tasksUrl, connection } = workerData as ThreadSettings;
const { tasks } = (await import(tasksUrl)) as { tasks: Tasks };

let opened: Kysely<DB> | undefined;
const openDb = (): Kysely<DB> =>
  (opened ??= openKysely(
    openPool({
      connection,
      size: 1,
      prepared: false,
      name: "portico worker",
    }),
  ));

/** The tools of one task. */
function toolsOf(emitted: Emitted[]): Tools {
  const emit = (name: Emitted["name"], ...event: unknown[]): boolean => emitted.push({ name, event }) > 0;
  return {
    get db() {
      return openDb();
    },
    events: { emit } as unknown as Events,
  };
}

/** An error by which the caller's call is refused, or as it is. */
function refusalOf(error: unknown): unknown {
  if (error instanceof OutcomeUnknown) return new Refusal("outcomeUnknown");
  if (isStatementOverrun(error)) return new Refusal("unavailable", { retryAfter: 30 });
  return isDatabaseAway(error) ? new Refusal("unavailable", { retryAfter: 2 }) : error;
}

/** Runs one task; a refusal is returned as data, any other error is thrown. */
export async function runOrder({ name, input }: Order): Promise<Reply> {
  const task = tasks[name];
  if (!task) throw new Error(`no task ${name}`);
  const { run } = await task.load();
  const emitted: Emitted[] = [];
  try {
    return { output: await run(input as never, toolsOf(emitted)), emitted };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!(refusal instanceof Refusal)) throw error;
    const { code, fields, by, retryAfter } = refusal;
    return { refusal: { code, fields, by, retryAfter }, emitted };
  }
}
