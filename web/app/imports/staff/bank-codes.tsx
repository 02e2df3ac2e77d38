/** Codes of a bank: explained once for all of its files where a file has unknown ones, and named where a file was read with them. */
import type { ImportPreview } from "@portico/api/imports.ts";
import type { BankCodeKind } from "@portico/api/rules/custodians.ts";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { codeKindChoices, codeKindText } from "../../shell/staff/bank-code-kinds.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./imports.module.css";

interface UnknownCode {
  /** Its names, the narrowest first. */
  names: string[];
  entries: number;
  example: string;
}

/** The unknown codes of a file, once each, with how many rows have it and what one of them says. */
export function unknownCodes({ undecided }: Pick<ImportPreview, "undecided">): UnknownCode[] {
  const codes = new Map<string, UnknownCode>();
  for (const { codes: names = [], text } of undecided) {
    const key = names.join("\n");
    if (key === "") continue;
    const known = codes.get(key) ?? { names, entries: 0, example: text ?? "" };
    codes.set(key, { ...known, entries: known.entries + 1 });
  }
  return [...codes.values()];
}

interface UnknownCodesProps {
  preview: ImportPreview;
  /** Reads the same file again; undefined if it is no longer at hand. */
  onReadAgain: ((chosen: { custodian: number }) => void) | undefined;
  reading: boolean;
}

/** What is chosen for a code: one of its names, and what it means. */
interface Choice {
  name: string;
  kind: BankCodeKind | "";
}

export function UnknownCodes({ preview, onReadAgain, reading }: UnknownCodesProps) {
  const t = useText();
  const unknown = unknownCodes(preview);
  const custodians = useCall(useApi().custodians.list).data?.custodians ?? [];
  const [custodian, setCustodian] = useState(String(preview.custodian?.id ?? ""));
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const save = useChange((api, id: number) => {
    const codes = [...choices.values()].flatMap(({ name, kind }) =>
      kind === "" ? [] : [{ code: name, kind, version: null }],
    );
    return api.custodians.saveCodes({ params: { id }, body: { codes } });
  });
  if (unknown.length === 0) return null;
  const isChosen = [...choices.values()].some(({ kind }) => kind !== "");
  function submit(event: FormEvent) {
    event.preventDefault();
    const id = Number(custodian);
    if (!isChosen || id === 0) return;
    save.mutate(id, {
      onSuccess: () => {
        alert.success(t("admin.bankCodes.saved"));
        onReadAgain?.({ custodian: id });
      },
    });
  }
  return (
    <Section title={t("admin.bankCodes.unknown")} hint={t("admin.bankCodes.unknownHint")}>
      <form method="post" className={styles.lines} onSubmit={submit} noValidate>
        <NativeSelect
          size="sm"
          label={t("admin.bankCodes.custodian")}
          value={custodian}
          onChange={(event) => setCustodian(event.currentTarget.value)}
          data={[
            { value: "", label: t("admin.custodians.choose") },
            ...custodians
              .filter(({ ended_at: ended }) => ended === null)
              .map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
        />
        {unknown.map((one) => (
          <CodeChoice
            key={one.names.join(" ")}
            code={one}
            choice={choices.get(one.names.join(" ")) ?? { name: one.names[0] ?? "", kind: "" }}
            onChange={(choice) => setChoices((before) => new Map(before).set(one.names.join(" "), choice))}
          />
        ))}
        {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
        <div className={styles.actions}>
          <Button
            type="submit"
            size="sm"
            disabled={!isChosen || custodian === ""}
            loading={save.isPending || (save.isSuccess && reading)}
          >
            {t("admin.bankCodes.unknownSave")}
          </Button>
          {save.isSuccess && !onReadAgain && <p className={styles.small}>{t("admin.bankCodes.unknownChoose")}</p>}
        </div>
      </form>
    </Section>
  );
}

interface CodeChoiceProps {
  code: UnknownCode;
  choice: Choice;
  onChange: (choice: Choice) => void;
}

function CodeChoice({ code: { names, entries, example }, choice, onChange }: CodeChoiceProps) {
  const t = useText();
  return (
    <fieldset className={styles.asked}>
      <legend>{`${names.join(" · ")} · ${t("admin.bankCodes.entries")}: ${entries}`}</legend>
      {example !== "" && <p className={styles.small}>{example}</p>}
      <div className={styles.decision}>
        {names.length > 1 && (
          <NativeSelect
            size="sm"
            label={t("admin.bankCodes.code")}
            value={choice.name}
            data={names}
            onChange={(event) => onChange({ ...choice, name: event.currentTarget.value })}
          />
        )}
        <NativeSelect
          size="sm"
          label={t("admin.bankCodes.kind")}
          aria-label={t("admin.bankCodes.kindFor", { code: choice.name })}
          value={choice.kind}
          data={[{ value: "", label: t("admin.bankCodes.ask") }, ...codeKindChoices(t)]}
          onChange={(event) => onChange({ ...choice, kind: event.currentTarget.value as Choice["kind"] })}
        />
      </div>
    </fieldset>
  );
}

/** What the firm's lists said when the file was read. */
export function UsedCodes({ codes }: Pick<ImportPreview, "codes">) {
  const t = useText();
  if (codes.length === 0) return null;
  return (
    <Section title={t("admin.bankCodes.used")}>
      <DataTable
        dense
        label={t("admin.bankCodes.used")}
        rows={codes}
        rowId={({ custodian, code }) => `${custodian.id} ${code}`}
        columns={[
          { id: "code", header: t("admin.bankCodes.code"), value: ({ code }) => code, phone: "title" },
          {
            id: "kind",
            header: t("admin.bankCodes.kind"),
            value: ({ kind }) => codeKindText(t, kind),
            phone: "key",
          },
          {
            id: "bank",
            header: t("admin.bankCodes.usedBank"),
            value: ({ custodian }) => custodian.name,
            phone: "line",
          },
          {
            id: "entries",
            header: t("admin.bankCodes.entries"),
            value: ({ entries }) => entries,
            numeric: true,
            phone: "line",
          },
        ]}
        exportName="bank-codes"
      />
    </Section>
  );
}
