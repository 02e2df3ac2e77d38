/** A made report as its files show it: layout, texts of its language, and what identifies it. */
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { dateLocale, keepYear, type Translate } from "@portico/messages/text.ts";
import type { Brand } from "@portico/pdf/layout/frame.ts";
import type { Change } from "@portico/reports/changes.ts";
import type { Layout } from "@portico/reports/layout.ts";
import { layoutOf } from "@portico/reports/layouts.ts";
import { type Writing, writeFact } from "@portico/reports/written.ts";

/** As threads get it. */
export interface FileOrder {
  id: number;
  kind: string;
  language: Language;
  data: unknown;
  dataHash: string;
  firm: string;
  /** Of the firm when the report was asked for; null for its name alone. */
  brand: Brand | null;
  timeZone: string;
  /** Instants in ISO 8601. */
  knownAt: string;
  madeAt: string;
  replaces: number | null;
  changes: readonly Change[];
}

export interface ShownReport extends FileOrder {
  layout: Layout;
  writing: Writing;
  t: Translate;
  /** An instant, to the second, with its zone. */
  moment: (at: string) => string;
}

/** The texts and days of a language. */
export function writingIn(language: Language, timeZone: string): Writing {
  const t = textIn(language);
  const days = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" });
  const times = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium", timeZone });
  return {
    language,
    // Every key of a layout is in the catalogue, which a test verifies.
    text: (key, params) => (t as (key: string, params?: Record<string, string>) => string)(key, params),
    time: (instant) => times.format(new Date(instant)),
    day: (day) => keepYear(days.format(new Date(`${day}T00:00:00Z`))),
  };
}

/** Throws for a kind without a layout. */
export function showReport(order: FileOrder): ShownReport {
  const layout = layoutOf(order.kind, order.data);
  if (!layout) throw new Error(`reports of the kind ${order.kind} have no layout`);
  const moments = new Intl.DateTimeFormat("sv-SE", {
    dateStyle: "short",
    timeStyle: "medium",
    timeZone: order.timeZone,
  });
  return {
    ...order,
    layout,
    writing: writingIn(order.language, order.timeZone),
    t: textIn(order.language),
    moment: (at) => `${moments.format(new Date(at))} ${order.timeZone}`,
  };
}

/** What every file says of the report above its tables, names and values. */
export function listFacts({ t, writing, layout, ...report }: ShownReport): { name: string; value: string }[] {
  return [
    ...layout.facts.rows.map(({ label, ...fact }) => ({ name: writing.text(label), value: writeFact(writing, fact) })),
    { name: t("reports.fact.number"), value: String(report.id) },
    ...(report.replaces === null ? [] : [{ name: t("reports.fact.replaces"), value: String(report.replaces) }]),
    { name: t("reports.fact.knownAt"), value: report.moment(report.knownAt) },
  ];
}
