/**
 * Screens holders who are due: reads whom their records name, matches those who were not matched against this version by these
 * rules, and stores runs and candidates. Nothing is locked while it matches; what becomes due meanwhile stays due.
 */
import type { Holder } from "@portico/api/shapes.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { askAnew, type FoundCandidate, storeCandidates } from "../candidates/found.ts";
import type { Found } from "../matching/matching.ts";
import { computeDigests, type Subject, sealFacts, sealMatch } from "../subjects/facts.ts";
import { readSubjects } from "../subjects/subjects.ts";
import { type DueRow, listDue, settleDue } from "./due.queries.ts";
import { endSubjects, insertRun, insertSubject, listCovered, listSubjects } from "./runs.queries.ts";
import { findSource, matchAgainst, type Source } from "./source.ts";

/** Holders looked at together: one task of the worker, one transaction. */
const atOnce = 100;

interface Looked extends Subject {
  digest: Buffer;
  /** Known before; null for somebody new. */
  id: number | null;
  sealed: Buffer | null;
}
interface Prepared {
  row: DueRow;
  holder: Holder;
  name: string;
  /** All who are named now. */
  named: Looked[];
  /** Who is named no longer. */
  gone: number[];
  /** Those to be matched, with what was found. */
  asked: { subject: Looked; candidates: FoundCandidate[] }[];
}

const keyOf = ({ role, digest }: { role: string; digest: Buffer }): string => `${role} ${digest.toString("hex")}`;

async function prepare(context: Context, row: DueRow, source: Source): Promise<Prepared> {
  const holder: Holder = { holderType: row.holder_type, holderId: row.holder_id };
  const subjects = await readSubjects(context, holder, row.name);
  const digests = await computeDigests(context, subjects);
  const known = new Map((await listSubjects(context.db, holder)).map((one) => [keyOf(one), one.id]));
  const named = new Map<string, Looked>();
  for (const [at, subject] of subjects.entries()) {
    const digest = digests[at] ?? Buffer.alloc(0);
    const key = keyOf({ role: subject.role, digest });
    const id = known.get(key) ?? null;
    const sealed = id === null ? await sealFacts(context, holder, subject.facts) : null;
    named.set(key, { ...subject, digest, id, sealed });
  }
  const covered = await listCovered(context.db, [...known.values()], { listId: source.list.id, rules: source.rules });
  const all = [...named.values()];
  return {
    row,
    holder,
    name: row.name,
    named: all,
    gone: [...known].filter(([key]) => !named.has(key)).map(([, id]) => id),
    asked: all.filter(({ id }) => id === null || !covered.has(id)).map((subject) => ({ subject, candidates: [] })),
  };
}

/** Fills in what the worker, or the service, found. */
async function match(services: Services, source: Source, prepared: readonly Prepared[]): Promise<void> {
  const asked = prepared.flatMap(({ holder, asked: own }) => own.map((one) => ({ holder, one })));
  if (asked.length === 0) return;
  const found = await matchAgainst(
    services,
    source,
    asked.map(({ one }) => one.subject.facts),
  );
  for (const [at, { holder, one }] of asked.entries())
    for (const { entry, match: matched } of found[at] ?? ([] as Found[]))
      one.candidates.push({ entry, score: matched.score, matched: await sealMatch(services, holder, matched) });
}

export interface Outcome {
  holders: number;
  runs: number;
  candidates: number;
}

/** Screens those who are due until none is, or time is over. Nothing while no list counts. */
export async function screenDue(context: Context, until = Number.POSITIVE_INFINITY): Promise<Outcome> {
  const outcome: Outcome = { holders: 0, runs: 0, candidates: 0 };
  for (;;) {
    const source = await findSource(context.db);
    const rows = source ? await listDue(context.db, atOnce) : [];
    if (!source || rows.length === 0 || Date.now() > until) return outcome;
    const done = await screenRows(context, source, rows);
    outcome.holders += done.holders;
    outcome.runs += done.runs;
    outcome.candidates += done.candidates;
    // Everything was made due again meanwhile: the next run continues.
    if (done.holders === 0) return outcome;
  }
}

/** Screens the holder now, if they are due, so that an approval waits for no job. */
export async function screenOne(context: Context, holder: Holder): Promise<void> {
  const source = await findSource(context.db);
  const rows = source ? await listDue(context.db, 1, holder) : [];
  if (source && rows.length > 0) await screenRows(context, source, rows);
}

async function screenRows(context: Context, source: Source, rows: readonly DueRow[]): Promise<Outcome> {
  const prepared: Prepared[] = [];
  for (const row of rows) prepared.push(await prepare(context, row, source));
  await match(context, source, prepared);
  return transact(context, (tx) => store(tx, source, prepared));
}

async function store(tx: Tx, source: Source, prepared: readonly Prepared[]): Promise<Outcome> {
  const { list, rules } = source;
  const settled = await settleDue(
    tx,
    prepared.map(({ holder, row }) => ({ holder, dueSince: row.due_since })),
    { listId: list.id, rules },
  );
  const done: Outcome = { holders: settled.size, runs: 0, candidates: 0 };
  for (const one of prepared) {
    if (!settled.has(`${one.holder.holderType}/${one.holder.holderId}`)) continue;
    const stored = await storeOne(tx, source, one);
    done.runs += stored.runs;
    done.candidates += stored.candidates;
  }
  if (done.candidates > 0) tx.emit("screening:candidates", {});
  return done;
}

async function storeOne(tx: Tx, source: Source, { row, holder, name, gone, named, asked }: Prepared) {
  const { list, rules, threshold } = source;
  if (gone.length > 0) {
    await endSubjects(tx, gone);
    await askAnew(tx, gone);
  }
  const isAsked = new Set(asked.map(({ subject }) => subject));
  let candidates = 0;
  for (const subject of named) {
    const { sealed, digest, role } = subject;
    const subjectId =
      subject.id ?? (await insertSubject(tx, holder, { role, digest, facts: sealed ?? Buffer.alloc(0) }));
    if (!isAsked.has(subject)) continue;
    const found = asked.find((one) => one.subject === subject)?.candidates ?? [];
    const best = Math.max(0, ...found.map(({ score }) => score));
    const run = { subjectId, listId: list.id, rules, threshold, reason: row.due_for, found: found.length };
    const runId = await insertRun(tx, holder, { ...run, best: found.length === 0 ? null : best });
    // Candidates of older versions are asked anew, against this one.
    await askAnew(tx, [subjectId]);
    candidates += await storeCandidates(
      tx,
      { holder, runId, subjectId, digest, list, keeps: source.keepDecisions },
      found,
    );
  }
  if (candidates > 0 && ["form", "name", "payee", "representative", "owner"].includes(row.due_for))
    await tx.notifyStaff(holder, { type: "screening_found", params: { name }, created_by: null });
  return { runs: asked.length, candidates };
}
