/** The allocation by the chosen kind of part, as a ring, a treemap or a table; both choices are in the address. */
import { useSearchParams } from "react-router";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import { type AllocationRow, allocationKinds } from "./allocation.ts";
import { Allocation } from "./allocation-donut.tsx";
import type { AllocationSectionProps } from "./allocation-part.tsx";
import styles from "./allocation-section.module.css";
import { AllocationTable } from "./allocation-table.tsx";
import { ByCustodian } from "./by-custodian.tsx";
import { usePartLabel } from "./part-label.ts";
import { Treemap } from "./treemap.tsx";

const views = ["ring", "treemap", "table"] as const;

type Kind = (typeof allocationKinds)[number];
type View = (typeof views)[number];

export function AllocationSection({ rows, ...given }: AllocationSectionProps) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const kind = allocationKinds.find((one) => one === search.get("by")) ?? "instrument";
  const view = views.find((one) => one === search.get("as")) ?? "ring";
  const pick = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  return (
    <>
      <div className={styles.choices}>
        <SectionPicker
          label={t("portfolios.allocation.by")}
          sections={allocationKinds.map((id) => ({
            id,
            label:
              id === "country" || id === "sector" || id === "custodian"
                ? t(`allocation.by.${id}`)
                : t(`portfolios.allocation.${id}`),
          }))}
          current={kind}
          onPick={(id) => pick("by", id)}
        />
        <SectionPicker
          label={t("allocation.view")}
          sections={views.map((id) => ({ id, label: t(`allocation.view.${id}`) }))}
          current={view}
          onPick={(id) => pick("as", id)}
        />
      </div>
      {kind === "custodian" ? (
        <ByCustodian holder={given.holder} rows={rows}>
          {(divided) => <Divided {...given} rows={divided} kind={kind} view={view} />}
        </ByCustodian>
      ) : (
        <Divided {...given} rows={rows} kind={kind} view={view} />
      )}
    </>
  );
}

interface DividedProps extends Omit<AllocationSectionProps, "rows"> {
  rows: readonly AllocationRow[];
  kind: Kind;
  view: View;
}

function Divided({ holder, rows, totals, pointed, onPoint, kind, view }: DividedProps) {
  const t = useText();
  const labelOf = usePartLabel(kind);
  const { contractCurrency } = totals;
  const isBelow = rows.some(({ currentValue }) => (currentValue ?? 0) < 0);
  const unknown = [...new Set(rows.flatMap(({ currentValue, name }) => (currentValue === null ? [name] : [])))];
  return (
    <>
      {view === "table" ? (
        <AllocationTable key={kind} holder={holder} rows={rows} totals={totals} kind={kind} labelOf={labelOf} />
      ) : (
        <Allocation
          key={kind}
          rows={rows}
          contractCurrency={contractCurrency}
          kind={kind}
          rowLabel={labelOf}
          {...(view === "treemap" && { Picture: Treemap, wide: true })}
          pointed={pointed}
          {...(onPoint && { onPoint })}
        />
      )}
      <div className={styles.notes}>
        {kind === "country" && <p>{t("allocation.countryNote")}</p>}
        {kind === "sector" && <p>{t("allocation.sectorNote")}</p>}
        {kind === "custodian" && <p>{t("allocation.custodianNote")}</p>}
        {isBelow && view !== "table" && <p>{t("allocation.negativeNote")}</p>}
        {unknown.length > 0 && view !== "table" && <p>{t("allocation.gaps", { list: unknown.join("; ") })}</p>}
      </div>
    </>
  );
}
