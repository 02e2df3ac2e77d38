/** What to export: contents, period, format, holders. */
import { Checkbox, NativeSelect } from "@mantine/core";
import type { ExportOrderBody } from "@portico/api/data-exports.ts";
import {
  type ExportContent,
  type ExportFormat,
  type ExportScope,
  exportContents,
  exportDays,
  exportFormats,
  exportScopes,
  isTooLong,
  type PositionDays,
  positionDays,
} from "@portico/api/rules/data-exports.ts";
import { usualPeriods } from "@portico/api/rules/report-periods.ts";
import { type FormEvent, useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import parts from "../../shell/staff/parts.module.css";
import { isOver, PeriodFields } from "../../shell/staff/period-fields.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useChoices, useCreateExport } from "../use-exports.ts";

interface Typed {
  contents: ExportContent[];
  format: ExportFormat;
  positions: PositionDays;
  scope: ExportScope;
  group: string;
  custodian: string;
}
const nothingTyped: Typed = {
  contents: ["entries", "values"],
  format: "csv",
  positions: "monthEnd",
  scope: "all",
  group: "",
  custodian: "",
};

function holdersOf({ scope, group, custodian }: Typed): ExportOrderBody["holders"] | undefined {
  if (scope === "all") return { scope };
  if (scope === "group") return group === "" ? undefined : { scope, group };
  return custodian === "" ? undefined : { scope, custodianId: Number(custodian) };
}

export function NewExport() {
  const t = useText();
  const language = useLanguage();
  const today = useFirmToday();
  const [typed, setTyped] = useState(nothingTyped);
  const [period, setPeriod] = useState(usualPeriods(today).quarter);
  const create = useCreateExport();
  const holders = holdersOf(typed);
  const { contents, format, positions } = typed;
  const tooLong = isOver(period, today) && isTooLong(period, contents.includes("positions") ? positions : null);
  const isWhole = contents.length > 0 && holders !== undefined && isOver(period, today) && !tooLong;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (!isWhole || create.isPending) return;
    create.mutate(
      { contents, format, language, ...period, positions, holders },
      { onSuccess: () => alert.success(t("admin.exports.asked")) },
    );
  }
  return (
    <form method="post" className={parts.form} onSubmit={submit} noValidate aria-label={t("admin.exports.new")}>
      <ContentFields typed={typed} onChange={setTyped} />
      <PeriodFields period={period} onChange={setPeriod} />
      <ScopeFields typed={typed} onChange={setTyped} />
      <NativeSelect
        label={t("admin.exports.format")}
        description={t(`admin.exports.formatHint.${format}`)}
        value={format}
        data={exportFormats.map((value) => ({ value, label: t(`admin.exports.formats.${value}`) }))}
        onChange={({ currentTarget: { value } }) => setTyped({ ...typed, format: value as ExportFormat })}
      />
      {tooLong && <Notice tone="attention">{t("admin.exports.tooLong")}</Notice>}
      {create.error && <Notice tone="failed">{errorText(t, create.error)}</Notice>}
      <p className="small">{t("admin.exports.kept", { days: exportDays })}</p>
      <div className={parts.actions}>
        <Button type="submit" loading={create.isPending} disabled={!isWhole}>
          {t("admin.exports.make")}
        </Button>
      </div>
    </form>
  );
}

interface FieldsProps {
  typed: Typed;
  onChange: (typed: Typed) => void;
}

function ContentFields({ typed, onChange }: FieldsProps) {
  const t = useText();
  const { contents, positions } = typed;
  return (
    <>
      <Checkbox.Group
        label={t("admin.exports.contents")}
        error={contents.length === 0 ? t("admin.exports.chooseContents") : undefined}
        value={contents}
        onChange={(chosen) =>
          onChange({ ...typed, contents: exportContents.filter((content) => chosen.includes(content)) })
        }
      >
        <div className={parts.form}>
          {exportContents.map((content) => (
            <Checkbox
              key={content}
              value={content}
              label={t(`admin.exports.content.${content}`)}
              description={t(`admin.exports.about.${content}`)}
            />
          ))}
        </div>
      </Checkbox.Group>
      {contents.includes("positions") && (
        <NativeSelect
          label={t("admin.exports.positions")}
          value={positions}
          data={positionDays.map((value) => ({ value, label: t(`admin.exports.positionDays.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onChange({ ...typed, positions: value as PositionDays })}
        />
      )}
    </>
  );
}

function ScopeFields({ typed, onChange }: FieldsProps) {
  const t = useText();
  const { scope, group, custodian } = typed;
  const { groups, custodians } = useChoices(scope);
  const choose = { value: "", label: t("admin.exports.choose"), disabled: true };
  return (
    <>
      <NativeSelect
        label={t("admin.exports.holders")}
        description={scope === "custodian" ? t("admin.exports.custodianHint") : undefined}
        value={scope}
        data={exportScopes.map((value) => ({ value, label: t(`admin.exports.scope.${value}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...typed, scope: value as ExportScope })}
      />
      {scope === "group" && (
        <NativeSelect
          label={t("admin.exports.group")}
          value={group}
          data={[choose, ...groups.map(({ name }) => ({ value: name, label: name }))]}
          onChange={({ currentTarget: { value } }) => onChange({ ...typed, group: value })}
        />
      )}
      {scope === "custodian" && (
        <NativeSelect
          label={t("admin.exports.custodian")}
          value={custodian}
          data={[choose, ...custodians.map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={({ currentTarget: { value } }) => onChange({ ...typed, custodian: value })}
        />
      )}
    </>
  );
}
