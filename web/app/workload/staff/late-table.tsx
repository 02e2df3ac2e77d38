/** Why tickets are late, by colleague; each figure opens its list. */
import type { Answer } from "@portico/api/endpoint.ts";
import { type LateReason, lateReasons } from "@portico/api/rules/tickets.ts";
import type { workload } from "@portico/api/workload.ts";
import { useMemo } from "react";
import { listOfLate } from "../../shell/staff/work-lists.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { Figure } from "./figure.tsx";

type Late = Answer<(typeof workload)["list"]>["late"];
interface LateRow {
  /** 0: nobody. */
  person: number;
  name: string | null;
  counts: Partial<Record<LateReason, number>>;
}

/** One row for each colleague, in the order in which they come. */
const rowsOf = (late: Late): LateRow[] =>
  [...Map.groupBy(late, ({ person }) => person ?? 0)].map(([person, of]) => ({
    person,
    name: of[0]?.name ?? null,
    counts: Object.fromEntries(of.map(({ why, count }) => [why, count])),
  }));

function useLateColumns() {
  const t = useText();
  return useMemo((): readonly Column<LateRow>[] => {
    const nameOf = ({ person, name }: LateRow) => (person === 0 ? t("admin.workload.nobody") : (name ?? ""));
    return [
      { id: "name", header: t("admin.workload.colleague"), value: nameOf, phone: "title" },
      ...lateReasons.map((why): Column<LateRow> => {
        const header = t(`admin.workload.why.${why}`);
        return {
          id: why,
          header,
          value: ({ counts }) => counts[why] ?? 0,
          cell: (row) => (
            <Figure count={row.counts[why] ?? 0} to={listOfLate(why, row.person)} kind={header} name={nameOf(row)} />
          ),
          numeric: true,
          phone: "key",
        };
      }),
    ];
  }, [t]);
}

export function LateTable({ late }: { late: Late }) {
  const t = useText();
  const columns = useLateColumns();
  return (
    <Section title={t("admin.workload.why")} hint={t("admin.workload.whyHint")}>
      <DataTable
        dense
        label={t("admin.workload.why")}
        columns={columns}
        rows={rowsOf(late)}
        rowId={({ person }) => String(person)}
        exportName="late-tickets"
      />
    </Section>
  );
}
