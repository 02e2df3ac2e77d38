/** The file's first rows as parsed. */
import type { ImportPreview } from "@portico/api/imports.ts";
import { useMemo } from "react";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordDay } from "../../ui/dates.tsx";
import { formatAmount, formatDay, formatMoney, formatPrice, formatQuantity } from "../../ui/format.ts";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";

interface Entry {
  key: string;
  entry: ImportPreview["sample"][number];
}

export function Sample({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const columns = useColumns(preview.accounts);
  const rows = useMemo(
    () => preview.sample.map((entry, index): Entry => ({ key: String(index), entry })),
    [preview.sample],
  );
  const understood = preview.newRows + preview.knownRows;
  if (rows.length === 0) return null;
  return (
    <Section
      title={t("admin.imports.sample")}
      hint={understood > rows.length && t("admin.imports.sampleHint", { shown: rows.length, total: understood })}
    >
      <DataTable
        dense
        step={25}
        label={t("admin.imports.sample")}
        columns={columns}
        rows={rows}
        rowId={(row) => row.key}
      />
    </Section>
  );
}

/** What a reversal reverses. */
function Reversed({ entry }: { entry: NonNullable<Entry["entry"]["reverses"]> }) {
  const t = useText();
  const language = useLanguage();
  const { kind, day, name, quantity, currency, amount } = entry;
  const figure =
    quantity === null || Number(amount) !== 0
      ? formatMoney(language, amount, currency)
      : formatQuantity(language, quantity);
  return (
    <span className={styles.rest}>
      {" · "}
      {[t(`portfolios.kind.${kind}`), name, figure, formatDay(language, day)].filter(Boolean).join(", ")}
    </span>
  );
}

/** With several accounts, each entry names its holder. */
function useColumns(accounts: ImportPreview["accounts"]): Column<Entry>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(() => {
    const holders = new Map(accounts.map(({ account, holder }) => [account, holder?.name]));
    return [
      {
        id: "line",
        header: t("admin.imports.line"),
        numeric: true,
        value: ({ entry }) => entry.line,
        cell: ({ entry }) => entry.line || t("admin.imports.typed"),
      },
      ...(accounts.length > 1
        ? [
            {
              id: "account",
              header: t("admin.imports.account"),
              value: ({ entry }: Entry) => [holders.get(entry.account), entry.account].filter(Boolean).join(" "),
              cell: ({ entry }: Entry) => (
                <>
                  {holders.get(entry.account)} <span className={styles.rest}>{entry.account}</span>
                </>
              ),
              phone: "line" as const,
            },
          ]
        : []),
      {
        id: "day",
        header: t("admin.imports.day"),
        value: ({ entry }) => entry.day,
        cell: ({ entry }) => <RecordDay day={entry.day} />,
        phone: "line",
      },
      {
        id: "kind",
        header: t("admin.imports.entryKind"),
        value: ({ entry }) => t(`portfolios.kind.${entry.kind}`),
        cell: ({ entry }) => (
          <>
            {t(`portfolios.kind.${entry.kind}`)}
            {entry.known && <span className={styles.rest}> · {t("admin.imports.known")}</span>}
            {entry.reverses && <Reversed entry={entry.reverses} />}
          </>
        ),
        phone: "line",
      },
      {
        id: "instrument",
        header: t("admin.imports.instrument"),
        value: ({ entry }) => entry.name ?? entry.ticker ?? t("admin.imports.cash", { currency: entry.currency }),
        phone: "title",
      },
      {
        id: "quantity",
        header: t("admin.imports.quantity"),
        numeric: true,
        value: ({ entry }) => entry.quantity,
        cell: ({ entry }) => entry.quantity && formatQuantity(language, entry.quantity),
        phone: "key",
      },
      {
        id: "price",
        header: t("admin.imports.price"),
        numeric: true,
        value: ({ entry }) => entry.price,
        cell: ({ entry }) => entry.price && formatPrice(language, entry.price, entry.currency),
      },
      {
        id: "amount",
        header: t("admin.imports.amount"),
        numeric: true,
        value: ({ entry }) => entry.amount,
        cell: ({ entry }) => formatAmount(language, entry.amount, entry.currency),
        phone: "key",
      },
      {
        id: "fee",
        header: t("admin.imports.fee"),
        numeric: true,
        value: ({ entry }) => entry.fee,
        cell: ({ entry }) => entry.fee && formatAmount(language, entry.fee, entry.currency),
      },
      { id: "currency", header: t("portfolios.entry.currency"), value: ({ entry }) => entry.currency },
    ];
  }, [t, language, accounts]);
}
