/** What a target fund holds: funds or classes with their shares, which add up to 100 %, and its benchmark. */
import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { definitionLimits } from "@portico/api/rules/funds.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { formatPercent } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Language, useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import { AllocationRow, type Row } from "./allocation-row.tsx";
import styles from "./staff.module.css";
import type { TypedFigures } from "./typed-definition.ts";

const none = { bg: "", en: "", pl: "" };
const begun: Row = { fund_id: null, instrument_id: null, asset_class: "equity", label: none, percent: "0" };

interface DefinitionAllocationProps {
  content: DefinitionContent;
  figures: TypedFigures;
  funds: readonly FundCard[];
  shown: Language;
  canEdit: boolean;
  errorOf: (path: string) => string | undefined;
  /** The rows, and the typed shares by path. */
  onChange: (rows: Row[], shares: TypedFigures) => void;
  onBenchmark: (benchmark: DefinitionContent["benchmark"]) => void;
}

export function DefinitionAllocation(props: DefinitionAllocationProps) {
  const { content, figures, funds, shown, canEdit, errorOf, onChange, onBenchmark } = props;
  const t = useText();
  const language = useLanguage();
  const store = (next: { row: Row; share: string }[]) =>
    onChange(
      next.map(({ row }) => row),
      Object.fromEntries(next.map(({ share }, place) => [`allocation.${place}.percent`, share])),
    );
  const all = content.allocation.map((row, place) => ({ row, share: figures[`allocation.${place}.percent`] ?? "" }));
  // For display alone; the server adds exactly.
  const total = all.reduce((sum, { share }) => sum + Number(readAmount(language, share) ?? 0), 0);
  const fault = errorOf("allocation");
  return (
    <Section
      title={t("admin.funds.allocation")}
      hint={t("admin.funds.total", { total: formatPercent(language, total) })}
    >
      {fault && (
        <div data-fault tabIndex={-1}>
          <Notice tone="failed">{fault}</Notice>
        </div>
      )}
      {all.map((one, place) => (
        <AllocationRow
          // oxlint-disable-next-line react/no-array-index-key -- a row has no other name
          key={place}
          {...one}
          place={place}
          funds={funds}
          shown={shown}
          canEdit={canEdit}
          errorOf={errorOf}
          onChange={(part) => store(all.map((other, at) => (place === at ? { ...other, ...part } : other)))}
          onRemove={() => store(all.filter((_, at) => at !== place))}
        />
      ))}
      {canEdit && all.length < definitionLimits.allocation && (
        <Button variant="default" size="sm" onClick={() => store([...all, { row: begun, share: "" }])}>
          {t("admin.funds.addRow")}
        </Button>
      )}
      <div className={styles.benchmark}>
        <NativeSelect
          label={t("admin.funds.benchmark")}
          readOnly={!canEdit}
          value={content.benchmark?.fund_id ? String(content.benchmark.fund_id) : ""}
          error={errorOf("benchmark.fund_id")}
          data={[
            { value: "", label: t("admin.funds.noBenchmark") },
            ...funds.map(({ id, name, isin }) => ({ value: String(id), label: `${name} · ${isin}` })),
          ]}
          onChange={(event) => {
            const fundId = Number(event.currentTarget.value);
            onBenchmark(fundId ? { fund_id: fundId, instrument_id: null, label: none } : null);
          }}
        />
      </div>
    </Section>
  );
}
