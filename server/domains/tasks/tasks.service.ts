/** Clients' requests, and which member of staff handled them. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { tasks } from "@portico/api/tasks.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { decodeCursor, encodeCursor } from "../../kernel/cursor.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { refusalToReply, refusalToSet } from "./tasks.policy.ts";
import {
  countOpenTasks,
  findTask,
  findTwin,
  insertTask,
  listTasks,
  lockAsker,
  type NewTask,
  updateDone,
} from "./tasks.queries.ts";

type Task = Answer<(typeof tasks)["setDone"]>;
type Row = NonNullable<Awaited<ReturnType<typeof findTask>>>;

const isDone = (row: Pick<Row, "done_at">): boolean => row.done_at !== null;

const taskOf = (viewer: Viewer, row: Row): Task => ({
  id: row.id,
  kind: row.kind as Task["kind"],
  user: { id: row.user_id, name: row.user_name },
  title: row.title,
  service_name: row.service_name as Task["service_name"],
  content: row.content,
  created_at: row.created_at.toISOString(),
  done_at: row.done_at?.toISOString() ?? null,
  done_by: row.done_by === null ? null : { id: row.done_by, name: row.doer_name ?? "" },
  can: canOf({
    finish: refusalToSet(viewer, { isDone: isDone(row) }, true),
    reopen: refusalToSet(viewer, { isDone: isDone(row) }, false),
    reply: refusalToReply(viewer),
  }),
});

/** Creates a task in the caller's transaction, or returns the existing one if the same text was sent a moment ago. */
export async function createTask(trx: Trx, task: NewTask): Promise<{ id: number; isNew: boolean }> {
  await lockAsker(trx, task.userId);
  const twin = await findTwin(trx, task);
  return twin ? { id: twin.id, isNew: false } : { id: await insertTask(trx, task), isNew: true };
}

const sort = "id";

export async function listTaskPage(
  context: Context,
  { done, cursor, limit }: { done: "true" | "false"; cursor?: string | undefined; limit: number },
): Promise<Answer<(typeof tasks)["list"]>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const after = cursor === undefined ? undefined : decodeCursor(cursor, sort).id;
  const [rows, open] = await Promise.all([
    listTasks(db, { done: done === "true", after, limit: limit + 1 }),
    countOpenTasks(db),
  ]);
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    tasks: rows.slice(0, limit).map((row) => taskOf(viewer, row)),
    nextCursor: last ? encodeCursor(sort, String(last.id), last.id) : null,
    open,
  };
}

/** Marks a task done, or open again; `stateConflict` if it already is. */
export async function setTaskDone(context: Context, taskId: number, done: boolean): Promise<Task> {
  const viewer = requireViewer(context);
  const row = await transact(context, async (tx) => {
    const before = await findTask(tx, taskId);
    if (!before) throw new Refusal("notFound");
    enforce(refusalToSet(viewer, { isDone: isDone(before) }, done));
    // A colleague may do it at the same moment.
    if (!(await updateDone(tx, taskId, done ? viewer.userId : null))) throw new Refusal("stateConflict");
    const after = await findTask(tx, taskId);
    tx.audit(done ? "task.done" : "task.reopened", before.user_id, { after: { taskId, title: before.title } });
    tx.emit("staffList:changed", { part: "tasks" });
    return after ?? before;
  });
  return taskOf(viewer, row);
}
