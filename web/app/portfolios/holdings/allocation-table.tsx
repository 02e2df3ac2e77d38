/** The allocation as a table with a file: value and weight of each part, beside the target of a fund that was joined. */

import type { Answer } from "@portico/api/endpoint.ts";
import type { funds } from "@portico/api/funds.ts";
import { useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Money, Percent, Points } from "../../ui/figures.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { AllocationKind, AllocationRow } from "./allocation.ts";
import type { AllocationSectionProps } from "./allocation-part.tsx";
import { listParts, type Part, type TargetLine } from "./allocation-parts.ts";
import styles from "./allocation-section.module.css";

interface AllocationTableProps extends Pick<AllocationSectionProps, "holder" | "totals"> {
  rows: readonly AllocationRow[];
  kind: AllocationKind;
  labelOf: (row: AllocationRow) => string;
}

const noWeights: Answer<typeof funds.listJoins>["joins"][number]["weights"] = [];
const percentOf = (part: number | null): number | null => (part === null ? null : part / 100);

export function AllocationTable({ holder, rows, totals, kind, labelOf }: AllocationTableProps) {
  const t = useText();
  const language = useLanguage();
  const { data } = useCall(useApi().funds.listJoins, { params: holder });
  const joined = (data?.joins ?? []).filter(({ state }) => state === "joined");
  const [picked, setPicked] = useState<string>();
  const fund = joined.find(({ id }) => String(id) === picked) ?? (picked === "" ? undefined : joined[0]);
  const hasLevel = kind === "class" || kind === "instrument";
  const weights = fund && hasLevel ? fund.weights : noWeights;
  const lines = weights.map(
    ({ isin, asset_class, label, target }): TargetLine => ({
      isin,
      asset_class,
      label: label[language],
      target,
    }),
  );
  const { parts, rounding } = listParts(rows, kind, { total: totals.currentValue, labelOf, lines }, (name) =>
    name === "moneyMarket" || name === "realEstate" ? t(`allocation.class.${name}`) : t(`portfolios.class.${name}`),
  );
  const { contractCurrency } = totals;
  const columns = useColumns(contractCurrency, lines.length > 0);
  return (
    <>
      {joined.length > 0 && hasLevel && (
        <div className={styles.compared} data-no-print>
          <NativeSelect
            label={t("allocation.compared")}
            value={fund ? String(fund.id) : ""}
            data={[
              ...joined.map(({ id, name }) => ({ value: String(id), label: name[language] })),
              { value: "", label: t("allocation.comparedNone") },
            ]}
            onChange={(event) => setPicked(event.currentTarget.value)}
          />
        </div>
      )}
      <DataTable
        label={t("portfolios.allocation.title")}
        columns={columns}
        rows={parts}
        rowId={({ key }) => key}
        exportName={`allocation-${kind}-${totals.valuationDay}`}
        step={Number.MAX_SAFE_INTEGER}
        footer={{
          part: t("allocation.total"),
          value: <Money amount={totals.currentValue} currency={contractCurrency} />,
          weight: <Percent value={parts.every(({ weight }) => weight !== null) && parts.length > 0 ? 100 : null} />,
        }}
      />
      <div className={styles.notes}>
        {rounding !== 0 && (
          <p>
            {t("allocation.rounded")}: <Money amount={rounding / 100} currency={contractCurrency} />
          </p>
        )}
        {joined.length > 0 && !hasLevel && <p>{t("allocation.comparedLevel")}</p>}
        {fund && hasLevel && <p>{t(lines.length > 0 ? "allocation.comparedNote" : "allocation.comparedEmpty")}</p>}
      </div>
    </>
  );
}

function useColumns(currency: string, isCompared: boolean): readonly Column<Part>[] {
  const t = useText();
  return useMemo(() => {
    const difference = ({ weight, target }: Part) =>
      weight === null || target === null ? null : (weight - target) / 100;
    const compared: Column<Part>[] = [
      {
        id: "target",
        header: t("allocation.target"),
        value: ({ target }) => percentOf(target),
        cell: ({ target }) => (target === null ? "–" : <Percent value={percentOf(target)} />),
        numeric: true,
        phone: "key",
      },
      {
        id: "difference",
        header: t("allocation.difference"),
        value: difference,
        cell: (part) => (part.target === null ? "–" : <Points signed inColumn value={difference(part)} />),
        numeric: true,
        phone: "key",
      },
    ];
    return [
      { id: "part", header: t("allocation.part"), value: ({ label }) => label, phone: "title" },
      {
        id: "value",
        header: t("allocation.value"),
        fileHeader: `${t("allocation.value")}, ${currency}`,
        value: ({ cents }) => percentOf(cents),
        cell: ({ cents }) => <Money amount={percentOf(cents)} currency={currency} />,
        currency: () => currency,
        numeric: true,
        phone: "key",
      },
      {
        id: "weight",
        header: t("allocation.weight"),
        fileHeader: `${t("allocation.weight")}, %`,
        value: ({ weight }) => percentOf(weight),
        cell: ({ weight }) => <Percent value={percentOf(weight)} />,
        numeric: true,
        phone: "key",
      },
      ...(isCompared ? compared : []),
    ];
  }, [t, currency, isCompared]);
}
