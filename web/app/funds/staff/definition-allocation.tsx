/** What a target fund holds: funds or classes with their shares, which add up to 100 %, and its benchmark. */
import { Button, NativeSelect, TextInput } from "@mantine/core";
import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { allocationClasses, definitionLimits } from "@portico/api/rules/funds.ts";
import { formatPercent } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { type Language, useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import styles from "./staff.module.css";
import type { TypedFigures } from "./typed-definition.ts";

type Row = DefinitionContent["allocation"][number];
const none = { bg: "", en: "", pl: "" };

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
  const rows = content.allocation;
  const shareAt = (place: number): string => figures[`allocation.${place}.percent`] ?? "";
  const store = (next: { row: Row; share: string }[]) =>
    onChange(
      next.map(({ row }) => row),
      Object.fromEntries(next.map(({ share }, place) => [`allocation.${place}.percent`, share])),
    );
  const all = rows.map((row, place) => ({ row, share: shareAt(place) }));
  const change = (at: number, part: Partial<{ row: Row; share: string }>) =>
    store(all.map((one, place) => (place === at ? { ...one, ...part } : one)));
  // For display alone; the server adds exactly.
  const total = all.reduce((sum, { share }) => sum + Number(readAmount(language, share) ?? 0), 0);
  const choices = [
    { value: "", label: t("admin.funds.noFund") },
    ...funds.map(({ id, name, isin }) => ({ value: String(id), label: `${name} · ${isin}` })),
  ];
  const fault = errorOf("allocation");
  return (
    <Section
      title={t("admin.funds.allocation")}
      hint={t("admin.funds.total", { total: formatPercent(language, total) })}
    >
      {fault && <Notice tone="failed">{fault}</Notice>}
      {all.map(({ row, share }, place) => (
        // oxlint-disable-next-line react/no-array-index-key -- a row has no other name
        <div key={place} className={styles.row}>
          <NativeSelect
            label={t("admin.funds.fund", { number: place + 1 })}
            disabled={!canEdit}
            value={row.fund_id === null ? "" : String(row.fund_id)}
            error={errorOf(`allocation.${place}.fund_id`)}
            data={choices}
            onChange={(event) => change(place, { row: { ...row, fund_id: Number(event.currentTarget.value) || null } })}
          />
          {row.fund_id === null && row.instrument_id === null ? (
            <TextInput
              lang={shown}
              label={t("admin.funds.label")}
              maxLength={definitionLimits.label}
              readOnly={!canEdit}
              value={row.label[shown]}
              error={errorOf(`allocation.${place}.label.${shown}`)}
              onChange={(event) =>
                change(place, { row: { ...row, label: { ...row.label, [shown]: event.currentTarget.value } } })
              }
            />
          ) : (
            <NativeSelect
              label={t("admin.funds.class")}
              disabled={!canEdit}
              value={row.asset_class}
              data={allocationClasses.map((value) => ({ value, label: t(`funds.class.${value}`) }))}
              onChange={(event) =>
                change(place, {
                  row: {
                    ...row,
                    asset_class: allocationClasses.find((one) => one === event.currentTarget.value) ?? "other",
                  },
                })
              }
            />
          )}
          <TextInput
            label={t("admin.funds.percent")}
            inputMode="decimal"
            readOnly={!canEdit}
            value={share}
            error={errorOf(`allocation.${place}.percent`)}
            onChange={(event) => change(place, { share: event.currentTarget.value })}
          />
          {canEdit && (
            <Button
              variant="subtle"
              size="compact-sm"
              aria-label={t("admin.funds.removeRow", { number: place + 1 })}
              onClick={() => store(all.filter((_, at) => at !== place))}
            >
              {t("admin.funds.removeRowShort")}
            </Button>
          )}
        </div>
      ))}
      {canEdit && rows.length < definitionLimits.allocation && (
        <Button
          variant="default"
          size="sm"
          onClick={() =>
            store([
              ...all,
              {
                row: { fund_id: null, instrument_id: null, asset_class: "equity", label: none, percent: "0" },
                share: "",
              },
            ])
          }
        >
          {t("admin.funds.addRow")}
        </Button>
      )}
      <div className={styles.fields}>
        <NativeSelect
          label={t("admin.funds.benchmark")}
          disabled={!canEdit}
          value={content.benchmark?.fund_id ? String(content.benchmark.fund_id) : ""}
          error={errorOf("benchmark.fund_id")}
          data={[{ value: "", label: t("admin.funds.noBenchmark") }, ...choices.slice(1)]}
          onChange={(event) => {
            const fundId = Number(event.currentTarget.value);
            onBenchmark(fundId ? { fund_id: fundId, instrument_id: null, label: none } : null);
          }}
        />
      </div>
    </Section>
  );
}
