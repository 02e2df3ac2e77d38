/** Makes a report that was asked for: reads what was known, works the data out, stores them with their hash. */
import { createHash } from "node:crypto";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { holderOf } from "../../kernel/holder-of.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { writerVersion } from "./files/writer.ts";
import { askedOf } from "./given.ts";
import type { MadeText } from "./make-data.task.ts";
import { showAsked } from "./publication.ts";
import { keyOf, makeJob } from "./reports.jobs.ts";
import {
  countTry,
  endMaking,
  findReport,
  listForgotten,
  listMade,
  lockSeries,
  type MadeRecord,
  type ReportRecord,
  type Series,
} from "./reports.queries.ts";

/** Tries after which a report is given up: a killed process counts as one. */
const maxTries = 25;

export const hashOf = (data: string): Buffer => createHash("sha256").update(data).digest();

const seriesOf = (row: ReportRecord) => ({ holder: holderOf(row), kind: row.kind, from: row.from, to: row.to });

/**
 * What a report with these data is among those of its period: the same as one that is there in its language; otherwise it replaces
 * the last one in its language, or else the last one in another language that says otherwise. Only a report that the holder can read
 * is replaced; one that waits for its publication is the same report if it would replace the same one.
 */
export async function findPlace(
  trx: Trx,
  { language, knownAt, ...series }: Series & { knownAt: Date },
  dataHash: Buffer,
): Promise<{ sameAs: MadeRecord } | { replaces: number | null }> {
  const former = await listMade(trx, series, knownAt);
  const shown = former.filter((one) => one.shown);
  const own = shown.find((one) => one.language === language);
  if (own?.data_hash.equals(dataHash)) return { sameAs: own };
  const [last] = shown;
  const other = last && !last.data_hash.equals(dataHash) ? last : undefined;
  const replaces = (own ?? other)?.id ?? null;
  const hidden = former.find(
    (one) => !one.shown && one.language === language && one.replaces === replaces && one.data_hash.equals(dataHash),
  );
  return hidden ? { sameAs: hidden } : { replaces };
}

async function findEnd(tx: Tx, row: ReportRecord, made: MadeText): Promise<Parameters<typeof endMaking>[2]> {
  if ("failure" in made) return { state: "failed", failure: made.failure };
  const dataHash = hashOf(made.data);
  const place = await findPlace(tx, { ...seriesOf(row), language: row.language, knownAt: row.known_at }, dataHash);
  if ("replaces" in place)
    return { state: "made", data: made.data, dataHash, writer: writerVersion, replaces: place.replaces };
  // What the holder asked for is theirs at once.
  if (!place.sameAs.shown) await showAsked(tx, { id: place.sameAs.id, holder: holderOf(row) });
  return { state: "same", sameAs: place.sameAs.id };
}

async function end(tx: Tx, row: ReportRecord, made: MadeText): Promise<void> {
  const { id, kind, from, to, language } = row;
  const holder = holderOf(row);
  await lockSeries(tx, seriesOf(row));
  const ended = await findEnd(tx, row, made);
  // Made by another run meanwhile.
  if (!(await endMaking(tx, id, ended))) return;
  const which = { report: id, kind, from, to, language };
  if (ended.state === "made")
    tx.audit("report.made", holder, {
      after: { ...which, dataHash: ended.dataHash.toString("hex"), replaces: ended.replaces },
    });
  if (ended.state === "failed") tx.audit("report.failed", holder, { after: { ...which, failure: ended.failure } });
  tx.emit("report", holder);
}

/** Makes the report, unless it is made. Safe to repeat after any interruption: the row is left from `making` once. */
export async function makeReport(services: Services, id: number): Promise<void> {
  const context = systemContext(services, "reports");
  const tries = await transact(context, (tx) => countTry(tx, id));
  const row = await findReport(services.db, id);
  if (tries === undefined || row?.state !== "making") return;
  const made: MadeText =
    tries > maxTries
      ? { failure: "unavailable" }
      : await services.workers.run(
          "reportData",
          { kind: row.kind, asked: askedOf(row) },
          { holder: `${row.holder_type}/${row.holder_id}` },
        );
  await transact(context, (tx) => end(tx, row, made));
}

/** Queues again what waits for long: its job was lost, or failed all its tries. */
export async function sweepReports(services: Services): Promise<{ waiting: number }> {
  const ids = await listForgotten(services.db, { olderThanMinutes: 3, limit: 500 });
  await transact(systemContext(services, "reports"), async (tx) => {
    for (const id of ids) await tx.enqueue(makeJob, { id }, { key: keyOf(id) });
  });
  return { waiting: ids.length };
}
