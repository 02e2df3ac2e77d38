/** Each payment of income, filtered by holding. */
import { NativeSelect } from "@mantine/core";
import type { Income } from "@portico/api/portfolio-income.ts";
import { type ReactNode, useMemo, useState } from "react";
import { CurrencyCode } from "../../ui/currency-code.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Money } from "../../ui/figures.tsx";
import { formatAmount, formatDay, formatRate } from "../../ui/format.ts";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { rangeFileName } from "../performance/ranges.ts";
import styles from "./income.module.css";
import { usePayerName } from "./payer-name.ts";
import type { PartProps } from "./received-tables.tsx";

type Payment = Income["payments"][number];

export function Payments({ income, range, because }: PartProps) {
  const t = useText();
  const language = useLanguage();
  const nameOf = usePayerName();
  const [key, setKey] = useState("");
  const isChosen = income.holdings.some((holding) => holding.key === key);
  const rows = isChosen ? income.payments.filter((payment) => payment.key === key) : income.payments;
  const columns = usePaymentColumns(income.contractCurrency, because);
  return (
    <>
      <NativeSelect
        className={styles.filter}
        wrapperProps={{ "data-no-print": true }}
        label={t("portfolios.income.holding")}
        value={isChosen ? key : ""}
        data={[
          { value: "", label: t("portfolios.income.allHoldings") },
          ...income.holdings
            .map((holding) => ({ value: holding.key, label: nameOf(holding) }))
            .toSorted((a, b) => a.label.localeCompare(b.label, language)),
        ]}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <DataTable
        label={t("portfolios.income.payments")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        initialSort={{ column: "day", descending: true }}
        step={50}
        exportName={rangeFileName(
          "income-payments",
          range,
          rows.map(({ day }) => day),
        )}
        twoLines
      />
    </>
  );
}

function usePaymentColumns(contract: string, because: ReactNode): Column<Payment>[] {
  const t = useText();
  const language = useLanguage();
  const nameOf = usePayerName();
  return useMemo(() => {
    const kindOf = ({ kind, of }: Payment) =>
      kind === "tax" && of
        ? t("portfolios.income.taxOf", { day: formatDay(language, of.day) })
        : t(`portfolios.income.kind.${kind}`);
    const own = (id: "gross" | "tax" | "net"): Column<Payment> => ({
      id,
      header: t(`portfolios.income.${id}`),
      numeric: true,
      currency: ({ currency }) => currency,
      value: (row) => row[id],
      cell: (row) => formatAmount(language, row[id], row.currency),
    });
    return [
      {
        id: "day",
        header: t("portfolios.income.day"),
        value: ({ day }) => day,
        cell: ({ day }) => formatDay(language, day),
      },
      { id: "kind", header: t("portfolios.entry.kind"), value: kindOf },
      { id: "name", header: t("portfolios.income.holding"), value: nameOf },
      { id: "title", header: t("portfolios.income.holding"), value: nameOf, phone: "title", phoneOnly: true },
      {
        id: "line",
        header: t("portfolios.entry.kind"),
        value: () => null,
        cell: (row) => `${formatDay(language, row.day)} · ${kindOf(row)}`,
        phone: "line",
        phoneOnly: true,
      },
      own("gross"),
      own("tax"),
      own("net"),
      {
        id: "currency",
        header: t("portfolios.entry.currency"),
        value: ({ currency }) => currency,
        cell: ({ currency }) => <CurrencyCode code={currency} />,
      },
      {
        id: "rate",
        header: t("portfolios.income.rate"),
        numeric: true,
        value: ({ rate }) => rate?.value ?? null,
        cell: ({ rate }) =>
          rate && (
            <>
              {formatRate(language, rate.value)}
              {rate.stale && <small className={styles.under}>{formatDay(language, rate.day)}</small>}
            </>
          ),
      },
      {
        id: "rateDay",
        header: t("portfolios.income.rateDay"),
        value: ({ rate }) => rate?.day ?? null,
        fileOnly: true,
        sortable: false,
      },
      {
        id: "netInContract",
        header: t("portfolios.income.inCurrency", { what: t("portfolios.income.net"), currency: contract }),
        numeric: true,
        currency: () => contract,
        value: ({ inContract }) => inContract.net,
        cell: ({ inContract }) => <Money amount={inContract.net} currency={contract} bare because={because} />,
        phone: "key",
      },
      { id: "isin", header: t("portfolios.file.isin"), value: ({ isin }) => isin, fileOnly: true, sortable: false },
      { id: "entryId", header: t("portfolios.file.entryId"), value: ({ id }) => id, fileOnly: true, sortable: false },
    ];
  }, [t, language, nameOf, contract, because]);
}
