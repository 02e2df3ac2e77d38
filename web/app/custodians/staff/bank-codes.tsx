/** What a bank's codes mean: added, changed and removed together, and saved at once. */
import type { BankCode } from "@portico/api/custodians/bank-codes.ts";
import type { Custodian } from "@portico/api/custodians.ts";
import { ApiError } from "@portico/api/errors.ts";
import { type BankCodeKind, bankCodeLimits } from "@portico/api/rules/custodians.ts";
import { type FormEvent, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { codeKindChoices } from "../../shell/staff/bank-code-kinds.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Loading } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./custodians.module.css";

/** Codes that are not saved yet: with null they are removed. */
type Draft = ReadonlyMap<string, BankCodeKind | null>;

/** Saved codes with the draft over them, by code. */
function shownCodes(
  saved: readonly BankCode[],
  draft: Draft,
): { code: string; kind: BankCodeKind; saved?: BankCode }[] {
  const known = new Set(saved.map(({ code }) => code));
  const added = [...draft].flatMap(([code, kind]) => (known.has(code) || kind === null ? [] : [{ code, kind }]));
  const kept = saved.flatMap((one) => {
    const kind = draft.has(one.code) ? draft.get(one.code) : one.kind;
    return kind ? [{ code: one.code, kind, saved: one }] : [];
  });
  return [...added, ...kept];
}

export function BankCodes({ custodian: { id }, onSaved }: { custodian: Custodian; onSaved: () => void }) {
  const t = useText();
  const query = useCall(useApi().custodians.listCodes, { params: { id } });
  const [draft, setDraft] = useState<Draft>(new Map());
  const saved = query.data?.codes ?? [];
  const mayEdit = query.data?.can.save === true;
  const save = useChange(
    (api) => {
      const versions = new Map(saved.map(({ code, version }) => [code, version]));
      const codes = [...draft].map(([code, kind]) => ({ code, kind, version: versions.get(code) ?? null }));
      return api.custodians.saveCodes({ params: { id }, body: { codes } });
    },
    {
      onSuccess: () => {
        alert.success(t("admin.bankCodes.saved"));
        onSaved();
      },
      // What a colleague saved is shown; the rest of the draft stays.
      onError: async () => {
        const { data } = await query.refetch();
        const versionOf = (codes: readonly BankCode[], code: string) => codes.find((one) => one.code === code)?.version;
        setDraft(
          (before) =>
            new Map([...before].filter(([code]) => versionOf(saved, code) === versionOf(data?.codes ?? saved, code))),
        );
      },
    },
  );
  const isConflict = save.error instanceof ApiError && save.error.code === "stateConflict";
  const set = (code: string, kind: BankCodeKind | null) =>
    setDraft((before) => {
      const after = new Map(before);
      const known = saved.find((one) => one.code === code);
      if ((known?.kind ?? null) === kind) after.delete(code);
      else after.set(code, kind);
      return after;
    });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (draft.size > 0) save.mutate();
  }
  if (query.error) return <Notice tone="failed">{errorText(t, query.error)}</Notice>;
  if (!query.data) return <Loading />;
  const shown = shownCodes(saved, draft);
  return (
    <form method="post" className={styles.stack} onSubmit={submit} noValidate>
      <p>{t("admin.bankCodes.hint")}</p>
      {shown.length === 0 && <p>{t("admin.bankCodes.none")}</p>}
      <ul className={styles.codes}>
        {shown.map(({ code, kind, saved: before }) => (
          <li key={code}>
            <code>{code}</code>
            <NativeSelect
              size="sm"
              aria-label={t("admin.bankCodes.kindFor", { code })}
              readOnly={!mayEdit}
              value={kind}
              data={codeKindChoices(t)}
              onChange={(event) => set(code, event.currentTarget.value as BankCodeKind)}
            />
            <span className={styles.small}>
              {before && (
                <>
                  {before.saved_by} · <RecordTime at={before.saved_at} />
                </>
              )}
            </span>
            {mayEdit && (
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={`${t("admin.bankCodes.remove")}: ${code}`}
                onClick={() => set(code, null)}
              >
                {t("admin.bankCodes.remove")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && <AddCode listed={new Set(shown.map(({ code }) => code))} onAdd={set} />}
      {save.error && (
        <Notice tone="failed">{isConflict ? t("admin.bankCodes.conflict") : errorText(t, save.error)}</Notice>
      )}
      {mayEdit && (
        <Button type="submit" disabled={draft.size === 0} loading={save.isPending}>
          {t("admin.bankCodes.save")}
        </Button>
      )}
    </form>
  );
}

interface AddCodeProps {
  listed: ReadonlySet<string>;
  onAdd: (code: string, kind: BankCodeKind) => void;
}

function AddCode({ listed, onAdd }: AddCodeProps) {
  const t = useText();
  const [code, setCode] = useState("");
  const [kind, setKind] = useState<BankCodeKind>("payment");
  const isTwice = listed.has(code.trim());
  return (
    <div className={styles.fields}>
      <LimitedInput
        label={t("admin.bankCodes.code")}
        limit={bankCodeLimits.code}
        autoComplete="off"
        value={code}
        error={isTwice ? t("admin.bankCodes.twice") : undefined}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <NativeSelect
        label={t("admin.bankCodes.kind")}
        value={kind}
        data={codeKindChoices(t)}
        onChange={(event) => setKind(event.currentTarget.value as BankCodeKind)}
      />
      <Button
        variant="default"
        disabled={code.trim() === "" || isTwice}
        onClick={() => {
          onAdd(code.trim(), kind);
          setCode("");
        }}
      >
        {t("admin.bankCodes.add")}
      </Button>
    </div>
  );
}
