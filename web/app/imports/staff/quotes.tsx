/** The prices or rates in a file, each with the previous quote; suspicious ones are accepted row by row. */

import type { ImportPreview, ImportQuote } from "@portico/api/imports.ts";
import { useMemo, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { PendingQuery, ShowMore } from "../../shell/calls/query-states.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { formatPercent, formatPrice, formatRate, withSign } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";
import { useAcceptQuotes, useQuotes } from "./use-imports.ts";

export function Quotes({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const [chosen, setShow] = useState<"marked" | "all">();
  const mayAccept = preview.can.acceptQuotes;
  // With four eyes on, who uploaded the file may do everything else with it.
  const isForColleague = !mayAccept && preview.can.discard;
  const marked = useQuotes(preview.id, "marked");
  const counts = marked.data?.pages[0];
  const show = chosen ?? (counts && counts.marked === 0 ? "all" : "marked");
  const all = useQuotes(preview.id, "all", show === "all");
  const query = show === "all" ? all : marked;
  const accept = useAcceptQuotes(preview.id);
  const rows = query.data?.rows;
  const send = (body: Parameters<typeof accept.mutate>[0]) =>
    accept.mutate(body, { onError: (error) => alert.error(errorText(t, error)) });
  const columns = useColumns(mayAccept, (place) => send({ places: [place] }));

  if (!counts || !rows) return <PendingQuery query={counts ? query : marked} />;
  return (
    <Section title={t(preview.state === "confirmed" ? "admin.imports.quotesWritten" : "admin.imports.quotes")}>
      <div className={styles.quoteTools}>
        {(["marked", "all"] as const).map((each) => (
          <Button
            key={each}
            size="sm"
            variant={show === each ? "light" : "subtle"}
            aria-pressed={show === each}
            onClick={() => setShow(each)}
          >
            {each === "all" ? t("admin.imports.quotesAll") : t("admin.imports.quotesMarked", { count: counts.marked })}
          </Button>
        ))}
        {mayAccept && counts.openWeekend > 1 && (
          <Button size="sm" variant="default" loading={accept.isPending} onClick={() => send({ all: "weekend" })}>
            {t("admin.imports.acceptWeekend", { count: counts.openWeekend })}
          </Button>
        )}
      </div>
      {counts.open > 0 ? (
        <Notice tone="attention">
          {t("admin.imports.quotesOpen", { count: counts.open })}
          {isForColleague && ` ${t("admin.imports.quotesForColleague")}`}
        </Notice>
      ) : (
        <p className={styles.small}>{t(counts.marked > 0 ? "admin.imports.quotesDone" : "admin.imports.quotesNone")}</p>
      )}
      {rows.length > 0 && (
        <DataTable
          dense
          label={t("admin.imports.quotes")}
          columns={columns}
          rows={rows}
          rowId={({ place }) => String(place)}
        />
      )}
      <ShowMore query={query} />
    </Section>
  );
}

/** The server pages the rows in file order: sorting only the loaded ones would be misleading. */
const inFileOrder = (columns: Column<ImportQuote>[]): Column<ImportQuote>[] =>
  columns.map((column) => ({ ...column, sortable: false }));

/** Short name of the quoted instrument or currency pair. */
const subjectOf = ({ ticker, currency }: ImportQuote): string => ticker ?? `EUR/${currency}`;

function useColumns(mayAccept: boolean, accept: (place: number) => void): Column<ImportQuote>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    /** An instrument's quote is a price, any other an exchange rate. */
    const written = ({ name, currency }: Pick<ImportQuote, "name" | "currency">, value: string): string =>
      name ? formatPrice(language, value, currency) : formatRate(language, value);
    return inFileOrder([
      { id: "line", header: t("admin.imports.line"), numeric: true, value: ({ line }) => line },
      {
        id: "subject",
        header: t("admin.imports.instrument"),
        value: (quote) => (quote.name ? `${quote.name} (${subjectOf(quote)})` : subjectOf(quote)),
        phone: "title",
      },
      {
        id: "day",
        header: t("admin.imports.day"),
        value: ({ day }) => day,
        cell: ({ day }) => <RecordDay day={day} />,
        phone: "line",
      },
      {
        id: "value",
        header: t("admin.imports.quoteValue"),
        numeric: true,
        value: ({ value }) => value,
        cell: (quote) => `${written(quote, quote.value)}${quote.name ? ` ${quote.currency}` : ""}`,
        phone: "key",
      },
      {
        id: "before",
        header: t("admin.imports.quoteBefore"),
        numeric: true,
        value: ({ before }) => before?.value ?? null,
        cell: ({ before, ...quote }) =>
          before ? (
            <>
              {written(quote, before.value)}{" "}
              <span className={styles.rest}>
                <RecordDay day={before.day} />
              </span>
            </>
          ) : (
            <span className={styles.rest}>{t("admin.imports.quoteFirst")}</span>
          ),
        phone: "key",
      },
      {
        id: "change",
        header: t("admin.imports.quoteChange"),
        numeric: true,
        value: changeOf,
        cell: (quote) => {
          const change = changeOf(quote);
          return change === null ? null : withSign(change, formatPercent(language, change * 100));
        },
      },
      { id: "source", header: t("admin.imports.quoteSource"), value: ({ source }) => source },
      {
        id: "check",
        header: t("admin.imports.quoteCheck"),
        value: ({ marks }) => marks.map((mark) => t(`admin.imports.mark.${mark}`)).join(", "),
        cell: (quote) => (
          <span className={styles.quoteCheck}>
            {quote.marks.map((mark) => (
              <StatusBadge key={mark} status={mark} colour={quote.accepted_by === null ? "orange" : "grey"}>
                {t(`admin.imports.mark.${mark}`)}
              </StatusBadge>
            ))}
            {quote.accepted_by !== null && (
              <span className={styles.rest}>{t("admin.imports.acceptedBy", { name: quote.accepted_by })}</span>
            )}
            {mayAccept && quote.marks.length > 0 && quote.accepted_by === null && (
              <Button
                size="compact-sm"
                variant="default"
                aria-label={t("admin.imports.acceptRow", { what: `${subjectOf(quote)} ${quote.day}` })}
                onClick={() => accept(quote.place)}
              >
                {t("admin.imports.accept")}
              </Button>
            )}
          </span>
        ),
        phone: "line",
      },
    ]);
  }, [t, language, mayAccept, accept]);
}

/** Relative difference to the previous value; null for a first one, or one after nothing. */
const changeOf = ({ value, before }: ImportQuote): number | null =>
  before && before.value !== value && Number(before.value) !== 0 ? Number(value) / Number(before.value) - 1 : null;
