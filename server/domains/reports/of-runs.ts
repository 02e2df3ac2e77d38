/** Reports that runs make for many holders: data first, then the report in one transaction, hidden until it is published. */
import type { ReportFailure, ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import type { Services } from "../../kernel/context.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { writerVersion } from "./files/writer.ts";
import { askedFrom, readGiven } from "./given.ts";
import { kinds } from "./kinds/kinds.ts";
import { findPlace, hashOf } from "./making.ts";
import { insertMade, lockSeries } from "./reports.queries.ts";

interface Which {
  kind: ReportKind;
  from: string;
  to: string;
}

type MadeForRun = { given: string; data: string } | { failure: ReportFailure };

/**
 * What the holder's report says from what was known at a time; nothing is stored. Refuses as asking for a report does
 * (`noClientNumber`, `ledgerElsewhere`), and as the thread does that works it out.
 */
export async function workOut(
  services: Services,
  holder: Holder,
  { kind, from, to, knownAt }: Which & { knownAt: Date },
): Promise<MadeForRun> {
  const { given } = await readGiven(services, holder);
  const asked = askedFrom(given, holder, { from, to, knownAt });
  const name = `${holder.holderType}/${holder.holderId}`;
  const made = await services.workers.run("reportData", { kind, asked }, { holder: name });
  return "failure" in made ? made : { given, data: made.data };
}

interface Kept {
  id: number;
  /** The holder can read it already. */
  shown: boolean;
  /** How many of its figures are missing or doubtful. */
  gaps: number;
  replaces: number | null;
}

/** Keeps what was worked out; if a report of the period says the same, it is that one. */
export async function keepForRun(
  tx: Tx,
  holder: Holder,
  {
    language,
    knownAt,
    given,
    data,
    ...which
  }: Which & { language: Language; knownAt: Date; given: string; data: string },
): Promise<Kept> {
  const series = { holder, ...which, language };
  await lockSeries(tx, series);
  const dataHash = hashOf(data);
  const { gaps = [] } = JSON.parse(data) as { gaps?: unknown[] };
  const place = await findPlace(tx, { ...series, knownAt }, dataHash);
  if ("sameAs" in place) {
    const { id, shown, replaces } = place.sameAs;
    return { id, shown, gaps: gaps.length, replaces };
  }
  const { replaces } = place;
  const template = kinds[which.kind]?.template ?? 0;
  const made = { knownAt, template, given, data, dataHash, writer: writerVersion, replaces };
  const id = await insertMade(tx, series, made);
  tx.audit("report.made", holder, {
    after: { report: id, ...which, language, dataHash: dataHash.toString("hex"), replaces },
  });
  return { id, shown: false, gaps: gaps.length, replaces };
}
