/** Fields of a run and of a schedule: which report, for whom, in which language, and how it is published. */
import { NativeSelect } from "@mantine/core";
import type { RunOrder } from "@portico/api/report-runs.ts";
import { maxChosen, type RunScope, runScopes } from "@portico/api/rules/report-runs.ts";
import type { ReportKind } from "@portico/api/rules/reports.ts";
import { type Language, languages } from "@portico/messages/text.ts";
import { useState } from "react";
import { HolderSearch } from "../../holders/staff/holder-search.tsx";
import parts from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useChoices } from "./use-report-runs.ts";

interface NamedHolder {
  holderType: "user" | "company";
  holderId: number;
  name: string;
}

/** What was typed; `wholeOf` makes an order of it. */
export interface Typed {
  kind: ReportKind | undefined;
  scope: RunScope;
  group: string;
  definitionId: string;
  chosen: readonly NamedHolder[];
  language: Language | "own";
  atOnce: boolean;
}
export const nothingTyped: Typed = {
  kind: undefined,
  scope: "all",
  group: "",
  definitionId: "",
  chosen: [],
  language: "own",
  atOnce: false,
};

/** For whom; undefined while something is missing. */
export function holdersOf({ scope, group, definitionId, chosen }: Typed): RunOrder["holders"] | undefined {
  if (scope === "all") return { scope };
  if (scope === "group") return group === "" ? undefined : { scope, group };
  if (scope === "strategy") return definitionId === "" ? undefined : { scope, definitionId: Number(definitionId) };
  if (chosen.length === 0) return undefined;
  return { scope, holders: chosen.map(({ holderType, holderId }) => ({ holderType, holderId })) };
}

interface WhomFieldsProps {
  typed: Typed;
  kinds: readonly ReportKind[];
  /** Without the chosen ones, for a schedule. */
  scopes?: readonly RunScope[];
  onChange: (typed: Typed) => void;
}

export function KindField({ typed, kinds, onChange }: WhomFieldsProps) {
  const t = useText();
  return (
    <NativeSelect
      label={t("admin.runs.form.kind")}
      value={typed.kind ?? kinds[0] ?? ""}
      data={kinds.map((kind) => ({ value: kind, label: t(`reports.kind.${kind}`) }))}
      onChange={({ currentTarget: { value } }) => onChange({ ...typed, kind: value as ReportKind })}
    />
  );
}

export function WhomFields({ typed, kinds: _kinds, scopes = runScopes, onChange }: WhomFieldsProps) {
  const t = useText();
  const language = useLanguage();
  const { groups, strategies } = useChoices(typed.scope);
  const choose = { value: "", label: t("admin.runs.form.choose"), disabled: true };
  return (
    <>
      <NativeSelect
        label={t("admin.runs.form.scope")}
        value={typed.scope}
        data={scopes.map((scope) => ({ value: scope, label: t(`admin.runs.scope.${scope}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...typed, scope: value as RunScope })}
      />
      {typed.scope === "group" && (
        <NativeSelect
          label={t("admin.runs.form.group")}
          value={typed.group}
          data={[choose, ...groups.map(({ name }) => ({ value: name, label: name }))]}
          onChange={({ currentTarget: { value } }) => onChange({ ...typed, group: value })}
        />
      )}
      {typed.scope === "strategy" && (
        <NativeSelect
          label={t("admin.runs.form.strategy")}
          value={typed.definitionId}
          data={[choose, ...strategies.map((one) => ({ value: String(one.id), label: one.name[language] }))]}
          onChange={({ currentTarget: { value } }) => onChange({ ...typed, definitionId: value })}
        />
      )}
      {typed.scope === "chosen" && <Chosen typed={typed} onChange={onChange} />}
      <NativeSelect
        label={t("admin.runs.form.language")}
        value={typed.language}
        data={[
          { value: "own", label: t("admin.runs.form.ownLanguage") },
          ...languages.map((one) => ({ value: one, label: t(`shell.language.${one}`) })),
        ]}
        onChange={({ currentTarget: { value } }) => onChange({ ...typed, language: value as Typed["language"] })}
      />
      <NativeSelect
        label={t("admin.runs.form.publication")}
        value={typed.atOnce ? "atOnce" : "afterLook"}
        data={(["afterLook", "atOnce"] as const).map((id) => ({ value: id, label: t(`admin.runs.form.${id}`) }))}
        onChange={({ currentTarget: { value } }) => onChange({ ...typed, atOnce: value === "atOnce" })}
      />
    </>
  );
}

function Chosen({ typed, onChange }: Pick<WhomFieldsProps, "typed" | "onChange">) {
  const t = useText();
  const [wanted, setWanted] = useState<"user" | "company">("user");
  const { chosen } = typed;
  return (
    <>
      <NativeSelect
        label={t("admin.templates.for")}
        value={wanted}
        data={(["user", "company"] as const).map((id) => ({ value: id, label: t(`admin.templates.one.${id}`) }))}
        onChange={({ currentTarget: { value } }) => setWanted(value === "company" ? "company" : "user")}
      />
      <HolderSearch
        // Empty again after each.
        key={`${wanted} ${chosen.length}`}
        wanted={wanted}
        label={t("admin.runs.form.add")}
        value={null}
        without={chosen.filter(({ holderType }) => holderType === wanted).map(({ holderId }) => holderId)}
        onChange={(holderId, name) => {
          if (holderId === null || chosen.length >= maxChosen) return;
          onChange({ ...typed, chosen: [...chosen, { holderType: wanted, holderId, name }] });
        }}
      />
      {chosen.length > 0 && (
        <ul className={parts.list} aria-label={t("admin.runs.form.chosen")}>
          {chosen.map((one) => (
            <li key={`${one.holderType} ${one.holderId}`}>
              <span>{one.name}</span>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t("admin.runs.form.remove", { name: one.name })}
                onClick={() => onChange({ ...typed, chosen: chosen.filter((other) => other !== one) })}
              >
                {t("admin.runs.form.removeOne")}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
