/** Makes exports: a thread writes the tables, which are stored encrypted piece by piece. Deletes their files when they expire. */
import { MessageChannel } from "node:worker_threads";
import { type ExportContent, type ExportFailure, exportDays } from "@portico/api/rules/data-exports.ts";
import type { Stored } from "../../adapters/files/files.ts";
import { eachRow } from "../../jobs/each-row.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Context, Services } from "../../kernel/context.ts";
import { Overrun, Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { receivePieces } from "../../workers/pieces.ts";
import { dropUnused, holdContent } from "../files/quarantine.ts";
import type { ExportOrder } from "./content/order.ts";
import {
  beginRun,
  expireExport,
  failRun,
  findExport,
  finishRun,
  listLeft,
  listOver,
  noteProgress,
} from "./data-exports.queries.ts";
import { exportJob, keyOf } from "./make-job.ts";
import type { Written } from "./write.task.ts";

/** Runs after which an export fails: a killed process counts as one. */
const maxTries = 5;
/** How often its progress is stored, and a cancellation noticed. */
const lookMs = 1000;
/** After which an export that nobody works on is queued again. */
const leftMinutes = 10;

type Making = Pick<Services, "files" | "workers">;
type StoredTable = Stored & { content: ExportContent };

/** The export cannot be made, whatever is tried. */
class CannotBeMade extends Error {
  readonly failure: ExportFailure;
  constructor(failure: ExportFailure) {
    super(`An export cannot be made: ${failure}`);
    this.failure = failure;
  }
}

interface Watching {
  key: string;
  controller: AbortController;
  onProgress: (percent: number) => void;
}

/** Has the tables written and stores them. `stored` collects those that are stored, also if another one fails. */
async function writeTables(
  { files, workers }: Making,
  order: ExportOrder,
  { key, controller, onProgress }: Watching,
  stored: StoredTable[],
): Promise<Written> {
  const tables = order.contents.map((content) => ({ content, channel: new MessageChannel() }));
  const progress = new MessageChannel();
  progress.port1.on("message", onProgress);
  const receivers = tables.map(({ content, channel }) => ({ content, ...receivePieces(channel.port1) }));
  const failAll = (error: unknown): void => {
    for (const { fail } of receivers) fail(error);
  };
  const ports = tables.map(({ content, channel }) => ({ content, port: channel.port2 }));
  const writing = workers
    .run(
      "writeExport",
      { order, tables: ports, progress: progress.port2 },
      { holder: key, signal: controller.signal, transfer: [...ports.map(({ port }) => port), progress.port2] },
    )
    .then((written) => {
      if ("failure" in written) throw new CannotBeMade(written.failure);
      return written;
    });
  writing.catch(failAll);
  const storing = receivers.map(async ({ content, pieces }) => {
    try {
      stored.push({ content, ...(await files.put(pieces)) });
    } catch (error) {
      // The thread waits for who takes its pieces.
      controller.abort();
      throw error;
    }
  });
  const all = [...storing, writing];
  try {
    // Rejects with what failed first.
    await Promise.all(all);
    return await writing;
  } finally {
    await Promise.allSettled(all);
    for (const { channel } of tables) channel.port1.close();
    progress.port1.close();
  }
}

/** Why an export fails for good; undefined if it is tried again. */
function failureOf(error: unknown, tries: number): ExportFailure | undefined {
  if (error instanceof CannotBeMade) return error.failure;
  if (error instanceof Refusal && error.code === "tooLarge") return "tooLarge";
  if (error instanceof Overrun) return "tooLarge";
  return tries >= maxTries ? "unavailable" : undefined;
}

async function begin(context: Context, id: number): Promise<{ order: ExportOrder; tries: number } | undefined> {
  const tries = await transact(context, (tx) => beginRun(tx, id));
  const order = await findExport(context.db, id);
  if (tries === undefined || !order) return undefined;
  return { order, tries };
}

/**
 * Makes the export if it is still waited for. A run that was interrupted is repeated from the start, and ends the one before: what
 * that one has stored is dropped. A cancelled export leaves nothing.
 */
export async function makeExport(services: Services, id: number): Promise<void> {
  const context = systemContext(services, "data-exports");
  const begun = await begin(context, id);
  if (!begun) return;
  const { order, tries } = begun;
  const run = { id, tries };
  const stored: StoredTable[] = [];
  const controller = new AbortController();
  let isEnded = false;
  let progress = 0;
  const look = async (): Promise<void> => {
    const isRunning = await transact(context, async (tx) => {
      tx.emit("dataExports:changed", {});
      return noteProgress(tx, run, progress);
    });
    if (isRunning) return;
    isEnded = true;
    controller.abort();
  };
  const timer = setInterval(() => void look().catch(() => undefined), lookMs);
  try {
    if (tries > maxTries) throw new Error("The runs before were interrupted");
    const watching = { key: keyOf(id), controller, onProgress: (percent: number) => (progress = percent) };
    const written = await writeTables(services, order, watching, stored);
    isEnded = !(await keep(context, run, written, stored)) || isEnded;
  } catch (error) {
    await drop(services, stored);
    if (isEnded) return;
    const failure = failureOf(error, tries);
    services.log.error({ err: error, export: id, failure }, "an export could not be made");
    if (failure === undefined) throw error;
    await transact(context, async (tx) => {
      if (!(await failRun(tx, run, failure))) return;
      tx.audit("export.failed", id, { after: { failure } });
      tx.emit("dataExports:changed", {});
    });
    return;
  } finally {
    clearInterval(timer);
  }
  if (isEnded) await drop(services, stored);
}

/** False if the run was ended meanwhile. */
const keep = (
  context: Context,
  run: { id: number; tries: number },
  { rows, knownAt, holders, elsewhere }: Written,
  stored: readonly StoredTable[],
): Promise<boolean> =>
  transact(context, async (tx) => {
    const files = stored.map(({ content, sha256, size }) => ({
      content,
      size,
      sha256: Buffer.from(sha256, "hex"),
      rows: rows[content] ?? 0,
    }));
    // In one order, whatever else holds the same contents.
    for (const { sha256 } of files.toSorted((a, b) => a.sha256.compare(b.sha256)))
      if (!(await holdContent(context, tx, sha256))) throw new Error("A file was removed before it was noted");
    if (!(await finishRun(tx, run, { files, knownAt, holders, elsewhere, days: exportDays }))) return false;
    tx.audit("export.made", run.id, { after: { rows, holders, knownAt } });
    tx.emit("dataExports:changed", {});
    return true;
  });

async function drop(services: Services, stored: readonly StoredTable[]): Promise<void> {
  for (const { sha256 } of stored) await dropUnused(services, Buffer.from(sha256, "hex"));
}

/** Deletes the files of exports that can be downloaded no longer. */
export async function expireExports(services: Services): Promise<{ done: number; failed: number }> {
  const context = systemContext(services, "data-exports");
  return eachRow<{ id: number }>(
    services.log,
    {
      list: (after) => listOver(services.db, after?.id ?? 0),
      async work({ id }) {
        const contents = await transact(context, async (tx) => {
          const forgotten = await expireExport(tx, id);
          if (!forgotten) return undefined;
          tx.audit("export.expired", id, { after: { state: "expired" } });
          tx.emit("dataExports:changed", {});
          return forgotten;
        });
        for (const sha256 of contents ?? []) await dropUnused(services, sha256);
        return contents !== undefined;
      },
      name: ({ id }) => ({ export: id }),
    },
    "the files of an expired export could not be deleted",
  );
}

/** Queues exports again whose job was lost. */
export async function resumeExports(services: Services): Promise<void> {
  const left = await listLeft(services.db, leftMinutes);
  if (left.length === 0) return;
  await transact(systemContext(services, "data-exports"), async (tx) => {
    for (const id of left) await tx.enqueue(exportJob, { id }, { key: keyOf(id) });
  });
}
