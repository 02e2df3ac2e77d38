/**
 * Works on a file of clients: books its lines, or takes them back. Safe to interrupt at any point and to run in several processes:
 * a line and what it makes are written in one transaction, which the line's former state allows.
 */
import { systemContext } from "../../../jobs/system-context.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { isDatabaseAway } from "../../../kernel/database-errors.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { randomValue } from "../../sessions/keys.ts";
import { hashPassword } from "../../sessions/passwords/passwords.ts";
import { bookJob, keyOf } from "../client-imports.jobs.ts";
import { findImport } from "../client-imports.queries.ts";
import {
  dropOld,
  endImport,
  listRunning,
  listWaiting,
  lockLine,
  markFailed,
  type WaitingLine,
} from "./booking.queries.ts";
import { bookCompany, bookPerson, FailedLine } from "./lines.ts";
import { takeBackLine } from "./undoing.ts";

/** After which the job queues itself again, so that a process that stops waits for little. */
const usualBudgetMs = 20_000;
const linesAtOnce = 50;
/** How often pages that watch are told. */
const tellPagesMs = 1000;
/** Days after which a preview that nobody went on with is dropped, with what it says of people. */
const keptDays = 30;

interface Work {
  context: Context;
  importId: number;
  passwordHash: string;
}

async function bookLine({ context, importId, passwordHash }: Work, line: number): Promise<void> {
  try {
    await transact(context, async (tx) => {
      const locked = await lockLine(tx, importId, line);
      if (!locked) return;
      const place = { importId, line, passwordHash };
      await (locked.kind === "person" ? bookPerson(tx, place, locked) : bookCompany(tx, place, locked));
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    const failure = error instanceof Refusal || error instanceof FailedLine ? error.code : "internal";
    if (failure === "internal") context.log.error({ err: error, import: importId, line }, "a client was not booked");
    await transact(context, (tx) => markFailed(tx, importId, { line, failure }));
  }
}

interface Run {
  state: "new" | "booked";
  first: "person" | "company";
  work: (line: number) => Promise<void>;
  /** Whether the file's state still asks for it. */
  isWanted: () => Promise<boolean>;
}

/** True once no line is left; false if the time is over, or it is not wanted any more. */
async function workThrough({ context, importId }: Work, run: Run, budgetMs: number): Promise<boolean> {
  const until = performance.now() + budgetMs;
  let toldPages = performance.now();
  for (let after: WaitingLine | undefined; ; ) {
    if (!(await run.isWanted())) return false;
    const some = await listWaiting(context.db, importId, { ...run, after, limit: linesAtOnce });
    if (some.length === 0) return true;
    for (const one of some) {
      after = one;
      await run.work(one.line);
      if (performance.now() > until) return false;
    }
    if (performance.now() - toldPages < tellPagesMs) continue;
    toldPages = performance.now();
    await transact(context, async (tx) => tx.emit("clientImports:changed", {}));
  }
}

/** Books the file, or takes it back, as its state says; goes on by another job when the time is over. */
export async function workOnImport(services: Services, importId: number, budgetMs = usualBudgetMs): Promise<void> {
  const context = systemContext(services, "clientImports");
  const found = await findImport(services.db, importId);
  const state = found?.state;
  if (state !== "booking" && (state !== "undone" || found?.endedAt !== null)) return;
  const work: Work = { context, importId, passwordHash: state === "booking" ? await hashPassword(randomValue()) : "" };
  const isWanted = async () => (await findImport(services.db, importId))?.state === state;
  const run: Run =
    state === "booking"
      ? { state: "new", first: "person", isWanted, work: (line) => bookLine(work, line) }
      : { state: "booked", first: "company", isWanted, work: (line) => takeBackLine(context, importId, line) };
  const isDone = await workThrough(work, run, budgetMs);
  await transact(context, async (tx) => {
    if (isDone) await endImport(tx, importId, { from: state, to: state === "booking" ? "booked" : "undone" });
    else if (await isWanted()) await tx.enqueue(bookJob, { id: importId }, { key: keyOf(importId) });
    tx.emit("clientImports:changed", {});
  });
}

/** Goes on with files whose job was lost, and drops what nobody went on with. */
export async function tidyImports(services: Services): Promise<void> {
  const context = systemContext(services, "clientImports");
  for (const id of await listRunning(services.db))
    await transact(context, (tx) => tx.enqueue(bookJob, { id }, { key: keyOf(id) }));
  await transact(context, (tx) => dropOld(tx, keptDays));
}
