/** One line of an allocation: a fund, or a class with a name of its own, and its share. */

import type { DefinitionContent, FundCard } from "@portico/api/funds.ts";
import { allocationClasses, definitionLimits } from "@portico/api/rules/funds.ts";
import { Button } from "../../ui/button.tsx";
import { NativeSelect, TextInput } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { type Language, useText } from "../../ui/text.tsx";
import styles from "./staff.module.css";

export type Row = DefinitionContent["allocation"][number];
const classOf = (text: string) => allocationClasses.find((one) => one === text);

interface AllocationRowProps {
  row: Row;
  share: string;
  place: number;
  funds: readonly FundCard[];
  shown: Language;
  canEdit: boolean;
  errorOf: (path: string) => string | undefined;
  onChange: (part: Partial<{ row: Row; share: string }>) => void;
  onRemove: () => void;
}

export function AllocationRow({ row, share, place, funds, shown, canEdit, errorOf, ...does }: AllocationRowProps) {
  const t = useText();
  const { onChange, onRemove } = does;
  const fault = (part: string) => errorOf(`allocation.${place}.${part}`);
  /** A fund brings the class of its type; it can be changed. */
  const withFund = (id: number): Row => {
    const fund = funds.find((one) => one.id === id);
    if (!fund) return { ...row, fund_id: null };
    return { ...row, fund_id: id, instrument_id: null, asset_class: classOf(fund.type) ?? row.asset_class };
  };
  return (
    <div className={styles.row}>
      <NativeSelect
        label={t("admin.funds.fund", { number: place + 1 })}
        readOnly={!canEdit}
        value={row.fund_id === null ? "" : String(row.fund_id)}
        error={fault("fund_id") ?? fault("instrument_id")}
        data={[
          { value: "", label: t("admin.funds.noFund") },
          ...funds.map(({ id, name, isin }) => ({ value: String(id), label: `${name} · ${isin}` })),
        ]}
        onChange={(event) => onChange({ row: withFund(Number(event.currentTarget.value)) })}
      />
      <NativeSelect
        label={t("admin.funds.class")}
        readOnly={!canEdit}
        value={row.asset_class}
        data={allocationClasses.map((value) => ({ value, label: t(`funds.class.${value}`) }))}
        onChange={(event) => onChange({ row: { ...row, asset_class: classOf(event.currentTarget.value) ?? "other" } })}
      />
      <TextInput
        label={t("admin.funds.percent")}
        inputMode="decimal"
        readOnly={!canEdit}
        value={share}
        error={fault("percent")}
        onChange={(event) => onChange({ share: event.currentTarget.value })}
      />
      {canEdit && (
        <Button
          variant="subtle"
          size="sm"
          className={styles.besideFields ?? ""}
          aria-label={t("admin.funds.removeRow", { number: place + 1 })}
          onClick={onRemove}
        >
          {t("admin.funds.removeRowShort")}
        </Button>
      )}
      {row.fund_id === null && row.instrument_id === null && (
        <LimitedInput
          className={styles.rowLabel ?? ""}
          lang={shown}
          label={t("admin.funds.labelIn", { language: t(`shell.language.${shown}`) })}
          required
          limit={definitionLimits.label}
          readOnly={!canEdit}
          value={row.label[shown]}
          error={fault(`label.${shown}`)}
          onChange={(event) =>
            onChange({ row: { ...row, label: { ...row.label, [shown]: event.currentTarget.value } } })
          }
        />
      )}
    </div>
  );
}
