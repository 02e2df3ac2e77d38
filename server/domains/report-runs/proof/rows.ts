/** The rows of a proof in a language: one table of what was delivered, one of who got nothing and why. */

import { type LeftOutReason, leftOutReasons } from "@portico/api/rules/report-runs.ts";
import { type ReportFailure, reportFailures } from "@portico/api/rules/reports.ts";
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import type { Translate } from "@portico/messages/text.ts";
import type { ProvedRecord, UnprovedRecord } from "./proof.queries.ts";

export interface ProofTable {
  title: string;
  head: string[];
  rows: (string | null)[][];
}

/** Why somebody got none; a reason of a later build as it is called. */
function reasonText(t: Translate, reason: string): string {
  const known: readonly string[] = [...leftOutReasons, "newerReport", "unavailable"];
  if (known.includes(reason)) return t(`admin.runs.reason.${reason as LeftOutReason | "newerReport" | "unavailable"}`);
  return (reportFailures as readonly string[]).includes(reason)
    ? t(`reports.failure.${reason as ReportFailure}`)
    : reason;
}

/** Times are of the firm's zone, to the second; the heads name it. */
export function proofWriter(language: Language, timeZone: string) {
  const t = textIn(language);
  const written = new Intl.DateTimeFormat("sv-SE", { dateStyle: "short", timeStyle: "medium", timeZone });
  const moment = (at: Date | string) => written.format(new Date(at));
  const timed = (label: string) => `${label} (${timeZone})`;
  const provedRow = (row: ProvedRecord): (string | null)[] => [
    row.name,
    row.client_number,
    t(`reports.kind.${row.kind}`),
    row.from,
    row.to,
    t(`shell.language.${row.language}`),
    String(row.id),
    row.data_hash.toString("hex"),
    moment(row.known_at),
    moment(row.made_at),
    moment(row.published_at),
    row.published_by ?? t("admin.runs.proof.byPortal"),
    row.run_id === null ? null : String(row.run_id),
    row.told.map(({ name, at }) => `${name} ${moment(at)}`).join("; "),
    row.told.flatMap(({ name, undelivered }) => (undelivered === null ? [] : [`${name}: ${undelivered}`])).join("; "),
    row.opened.map(({ name, at, form }) => `${name} ${moment(at)} (${form.toUpperCase()})`).join("; "),
    row.replaces === null ? null : String(row.replaces),
    row.replaced_by === null ? null : String(row.replaced_by),
  ];
  const unprovedRow = (row: UnprovedRecord): (string | null)[] => [
    row.name,
    row.client_number,
    t(`reports.kind.${row.kind}`),
    row.from,
    row.to,
    String(row.run_id),
    t(`admin.runs.addressee.${row.state}`),
    row.reason === null ? null : reasonText(t, row.reason),
    moment(row.changed_at),
  ];
  return {
    provedRow,
    unprovedRow,
    proved: {
      title: t("admin.runs.proof.delivered"),
      head: [
        t("reports.fact.holder"),
        t("reports.fact.account"),
        t("reports.list.report"),
        t("reports.ask.from"),
        t("reports.ask.to"),
        t("reports.list.language"),
        t("reports.fact.number"),
        t("reports.fact.hash"),
        timed(t("reports.fact.knownAt")),
        timed(t("reports.list.made")),
        timed(t("admin.runs.proof.publishedAt")),
        t("admin.runs.proof.publishedBy"),
        t("admin.runs.proof.run"),
        timed(t("admin.runs.proof.told")),
        t("admin.runs.proof.undelivered"),
        timed(t("admin.runs.proof.opened")),
        t("reports.fact.replaces"),
        t("admin.runs.proof.replacedBy"),
      ],
    },
    unproved: {
      title: t("admin.runs.proof.notDelivered"),
      head: [
        t("reports.fact.holder"),
        t("reports.fact.account"),
        t("reports.list.report"),
        t("reports.ask.from"),
        t("reports.ask.to"),
        t("admin.runs.proof.run"),
        t("reports.list.state"),
        t("admin.runs.proof.why"),
        timed(t("admin.runs.proof.since")),
      ],
    },
  };
}
