/** The allocation by the chosen kind of part, as a ring, a treemap or a table; both choices are in the address. */
import { useSearchParams } from "react-router";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useText } from "../../ui/text.tsx";
import { allocationKinds } from "./allocation.ts";
import { Allocation } from "./allocation-donut.tsx";
import type { AllocationSectionProps } from "./allocation-part.tsx";
import styles from "./allocation-section.module.css";
import { AllocationTable } from "./allocation-table.tsx";
import { usePartLabel } from "./part-label.ts";
import { Treemap } from "./treemap.tsx";

const views = ["ring", "treemap", "table"] as const;

export function AllocationSection({ holder, rows, totals, pointed, onPoint }: AllocationSectionProps) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const kind = allocationKinds.find((one) => one === search.get("by")) ?? "instrument";
  const view = views.find((one) => one === search.get("as")) ?? "ring";
  const labelOf = usePartLabel(kind);
  const { contractCurrency } = totals;
  const pick = (name: string, value: string) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before);
        next.set(name, value);
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  const isBelow = rows.some(({ currentValue }) => (currentValue ?? 0) < 0);
  const unknown = rows.filter(({ currentValue }) => currentValue === null).map(({ name }) => name);
  return (
    <>
      <div className={styles.choices}>
        <SectionPicker
          label={t("portfolios.allocation.by")}
          sections={allocationKinds.map((id) => ({
            id,
            label: id === "country" || id === "sector" ? t(`allocation.by.${id}`) : t(`portfolios.allocation.${id}`),
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
        {isBelow && view !== "table" && <p>{t("allocation.negativeNote")}</p>}
        {unknown.length > 0 && view !== "table" && <p>{t("allocation.gaps", { list: unknown.join("; ") })}</p>}
      </div>
    </>
  );
}
