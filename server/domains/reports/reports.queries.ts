/** SQL of reports. */
import type { ReportFailure, ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder, Language } from "@portico/api/shapes.ts";
import { sql } from "kysely";
import { ownedBy } from "../../kernel/holder-of.ts";
import { ofHolder } from "../../kernel/holder-sql.ts";
import type { Db, Trx } from "../../kernel/transaction.ts";
import { isShown } from "./publication.queries.ts";

/** Which report: at most one of a series is being made. */
export interface Series {
  holder: Holder;
  kind: ReportKind;
  from: string;
  to: string;
  language: Language;
}

export interface ReportRecord {
  id: number;
  holder_type: string;
  holder_id: number;
  kind: ReportKind;
  from: string;
  to: string;
  language: Language;
  known_at: Date;
  template_version: number;
  given: string;
  state: "making" | "made" | "failed" | "same";
  failure: ReportFailure | null;
  data: string | null;
  data_hash: Buffer | null;
  same_as: number | null;
  replaces: number | null;
  replaced_by: number | null;
  /** Made by a run, for a publication. */
  awaits_publication: boolean;
  /** Whether the holder's people may read it. */
  shown: boolean;
  asked_at: Date;
  made_at: Date | null;
}

const columns = sql`report.id, report.holder_type, report.holder_id, report.kind, report.period_from::text as "from",
  report.period_to::text as "to", report.language, report.known_at, report.template_version, report.state, report.failure,
  report.data_hash, report.same_as, report.replaces, report.asked_at, report.made_at, report.awaits_publication,
  ${isShown("report")} as shown,
  (select min(later.id) from report later where later.replaces = report.id and ${isShown("later")}) as replaced_by`;

export async function findReport(db: Db, id: number): Promise<ReportRecord | undefined> {
  const { rows } = await sql<ReportRecord>`
    select ${columns}, report.given, report.data from report where report.id = ${id}`.execute(db);
  return rows[0];
}

type OwnerRow = Pick<ReportRecord, "holder_type" | "holder_id" | "kind" | "shown">;
export async function findOwner(db: Db, id: number): Promise<OwnerRow | undefined> {
  const { rows } = await sql<OwnerRow>`
    select holder_type, holder_id, kind, ${isShown("report")} as shown from report where id = ${id}`.execute(db);
  return rows[0];
}

const ofSeries = ({ holder, kind, from, to }: Omit<Series, "language">) => sql`
  ${ofHolder(holder)} and kind = ${kind} and period_from = ${from}::date and period_to = ${to}::date`;

/** The report of the series that is being made. */
export async function findMaking(db: Db, { language, ...series }: Series): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from report where ${ofSeries(series)} and language = ${language} and state = 'making'`.execute(db);
  return rows[0]?.id;
}

/** Undefined if one of the series is being made already. */
export async function insertReport(
  trx: Trx,
  { holder, kind, from, to, language }: Series,
  { knownAt, template, given, askedBy }: { knownAt: string; template: number; given: string; askedBy: number | null },
): Promise<number | undefined> {
  const row = await trx
    .insertInto("report")
    .values({
      ...ownedBy(holder),
      kind,
      period_from: from,
      period_to: to,
      language,
      known_at: knownAt,
      template_version: template,
      given,
      asked_by: askedBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id;
}

/** A report that a run has made: hidden until it is published. */
export async function insertMade(
  trx: Trx,
  { holder, kind, from, to, language }: Series,
  made: {
    knownAt: Date;
    template: number;
    given: string;
    data: string;
    dataHash: Buffer;
    writer: number;
    replaces: number | null;
  },
): Promise<number> {
  const { id } = await trx
    .insertInto("report")
    .values({
      ...ownedBy(holder),
      kind,
      period_from: from,
      period_to: to,
      language,
      known_at: made.knownAt,
      template_version: made.template,
      given: made.given,
      state: "made",
      data: made.data,
      data_hash: made.dataHash,
      writer_version: made.writer,
      replaces: made.replaces,
      made_at: sql<Date>`now()`,
      awaits_publication: true,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** Counts a try to make it; undefined if it is no longer being made. */
export async function countTry(trx: Trx, id: number): Promise<number | undefined> {
  const { rows } = await sql<{ tries: number }>`
    update report set tries = tries + 1 where id = ${id} and state = 'making' returning tries`.execute(trx);
  return rows[0]?.tries;
}

/** Keeps two reports of a period from being made at the same moment, each unaware of the other. */
export const lockSeries = (trx: Trx, { holder, kind, from, to }: Omit<Series, "language">): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(hashtextextended(
    ${`report ${holder.holderType}/${holder.holderId} ${kind} ${from} ${to}`}, 0))`.execute(trx);

export type MadeRecord = Pick<ReportRecord, "id" | "language" | "replaces" | "shown"> & { data_hash: Buffer };

/** The reports of a period that are made, in whatever language, of what was known up to a time; the newest first. */
export async function listMade(db: Db, series: Omit<Series, "language">, knownAt: Date): Promise<MadeRecord[]> {
  const { rows } = await sql<MadeRecord>`
    select id, language, data_hash, replaces, ${isShown("report")} as shown from report
    where ${ofSeries(series)} and state = 'made' and known_at <= ${knownAt} order by known_at desc, id desc limit 50`.execute(
    db,
  );
  return rows;
}

/** False if it is no longer being made. */
export async function endMaking(
  trx: Trx,
  id: number,
  end:
    | { state: "made"; data: string; dataHash: Buffer; writer: number; replaces: number | null }
    | { state: "same"; sameAs: number }
    | { state: "failed"; failure: ReportFailure },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable("report")
    .set({
      state: end.state,
      made_at: sql<Date>`now()`,
      ...(end.state === "made" && {
        data: end.data,
        data_hash: end.dataHash,
        writer_version: end.writer,
        replaces: end.replaces,
      }),
      ...(end.state === "same" && { same_as: end.sameAs }),
      ...(end.state === "failed" && { failure: end.failure }),
    })
    .where("id", "=", id)
    .where("state", "=", "making")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export type ListedRecord = Omit<ReportRecord, "given" | "data"> & { gaps: number; opened_at: Date | null };

export interface ListFilter {
  kind?: ReportKind | undefined;
  /** In which the period ends. */
  year?: number | undefined;
  /** Statements of assets of a single day alone, or all but these. */
  daily?: "yes" | "no" | undefined;
}
const isDaily = sql`(report.kind = 'assets' and report.period_from = report.period_to)`;
const filtered = ({ kind, year, daily }: ListFilter) => sql`
  ${kind === undefined ? sql`true` : sql`report.kind = ${kind}`}
  and ${year === undefined ? sql`true` : sql`report.period_to between make_date(${year}::int, 1, 1) and make_date(${year}::int, 12, 31)`}
  and ${daily === undefined ? sql`true` : daily === "yes" ? isDaily : sql`not ${isDaily}`}`;

/** Newest first; `before` is the last id of the previous page. Of those that failed only the newest of its series. */
export async function listReports(
  db: Db,
  holder: Holder,
  {
    before,
    limit,
    kinds,
    ...filter
  }: { before: number | undefined; limit: number; kinds: readonly ReportKind[] } & ListFilter,
): Promise<ListedRecord[]> {
  const { rows } = await sql<ListedRecord>`
    select ${columns},
      coalesce(json_array_length((report.data::json) -> 'gaps'), 0) as gaps,
      (select min(opened_at) from report_opening where report_opening.report_id = report.id) as opened_at
    from report
    where report.holder_type = ${holder.holderType} and report.holder_id = ${holder.holderId}
      and report.id < ${before ?? Number.MAX_SAFE_INTEGER}
      and report.state <> 'same' and ${isShown("report")} and report.kind = any(${[...kinds]}::text[])
      and ${filtered(filter)}
      and (report.state <> 'failed' or not exists (
        select from report later
        where later.holder_type = report.holder_type and later.holder_id = report.holder_id and later.kind = report.kind
          and later.period_from = report.period_from and later.period_to = report.period_to
          and later.language = report.language and later.id > report.id and ${isShown("later")}))
    order by report.id desc limit ${limit}`.execute(db);
  return rows;
}

/** Reports that wait for longer than their job needs. */
export async function listForgotten(db: Db, { olderThanMinutes, limit }: { olderThanMinutes: number; limit: number }) {
  const { rows } = await sql<{ id: number }>`
    select id from report where state = 'making' and asked_at < now() - make_interval(mins => ${olderThanMinutes})
    order by asked_at limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Made reports in the order of their ids, to be made again. */
export async function listToVerify(db: Db, after: number, limit: number): Promise<ReportRecord[]> {
  const { rows } = await sql<ReportRecord>`
    select ${columns}, report.given, report.data from report
    where report.id > ${after} and report.state = 'made' order by report.id limit ${limit}`.execute(db);
  return rows;
}
