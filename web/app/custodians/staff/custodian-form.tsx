/** The data of a custodian: new, or changed. What lets more pass is proposed with four eyes on, with a reason. */
import type { Custodian, CustodianContent } from "@portico/api/custodians.ts";
import { ApiError } from "@portico/api/errors.ts";
import { confirmationSenders, custodianKinds, custodianLimits, dayBases } from "@portico/api/rules/custodians.ts";
import { importFormats } from "@portico/api/rules/import-kinds.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useFourEyes, useReasonTexts } from "../../shell/staff/four-eyes.ts";
import { useCountries } from "../../shell/use-countries.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, NativeSelect, Switch, TagsInput, TextInput } from "../../ui/fields.tsx";
import { formatExact } from "../../ui/format.ts";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import styles from "./custodians.module.css";

const fresh: CustodianContent = {
  name: "",
  kind: "custodian",
  country: null,
  other_names: [],
  formats: [],
  day_basis: "trade",
  confirmations: "custodian",
  quantity_tolerance: "0",
  cash_tolerance: "0",
  automatic: false,
};

const contentOf = ({ id: _id, version: _version, ended_at: _end, accounts: _accounts, can: _can, ...one }: Custodian) =>
  one;

export function CustodianForm({ custodian, onSaved }: { custodian: Custodian | undefined; onSaved: () => void }) {
  const t = useText();
  const language = useLanguage();
  const countries = useCountries();
  const byTwo = useFourEyes();
  const reasonTexts = useReasonTexts();
  const [typed, setTyped] = useState<CustodianContent>(() => (custodian ? contentOf(custodian) : fresh));
  const [units, setUnits] = useState(() => formatExact(language, typed.quantity_tolerance));
  const [cash, setCash] = useState(() => formatExact(language, typed.cash_tolerance));
  const [reason, setReason] = useState("");
  const set = (part: Partial<CustodianContent>) => setTyped({ ...typed, ...part });
  const save = useChange(async (api, content: CustodianContent) => {
    if (!custodian) return api.custodians.create({ body: { ...content, automatic: false } }).then(() => null);
    const { id, version } = custodian;
    const body = { ...content, version, ...(reason.trim() !== "" && { reason }) };
    return (await api.custodians.save({ params: { id }, body })).proposalId;
  });
  const faults = save.error instanceof ApiError ? fieldErrorTexts(t, save.error) : {};
  function submit(event: FormEvent) {
    event.preventDefault();
    if (save.isPending) return;
    const tolerances = {
      quantity_tolerance: readAmount(language, units) ?? units,
      cash_tolerance: readAmount(language, cash) ?? cash,
    };
    save.mutate(
      { ...typed, ...tolerances },
      {
        onSuccess: (proposal) => {
          alert.success(t(proposal === null ? "admin.custodians.saved" : "admin.custodians.savedAndProposed"));
          onSaved();
        },
      },
    );
  }
  const select = <Name extends "kind" | "day_basis" | "confirmations">(
    name: Name,
    label: string,
    options: readonly { value: CustodianContent[Name]; label: string }[],
    description?: string,
  ) => (
    <NativeSelect
      label={label}
      {...(description !== undefined && { description })}
      value={typed[name]}
      data={[...options]}
      onChange={(event) => {
        const chosen = options.find(({ value }) => value === event.currentTarget.value);
        if (chosen) set({ [name]: chosen.value });
      }}
    />
  );
  return (
    <form method="post" className={styles.stack} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        <LimitedInput
          label={t("admin.custodians.name")}
          required
          limit={custodianLimits.name}
          value={typed.name}
          error={faults["name"]}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        {select(
          "kind",
          t("admin.custodians.kind"),
          custodianKinds.map((value) => ({ value, label: t(`admin.custodians.kind.${value}`) })),
        )}
        <NativeSelect
          label={t("admin.custodians.country")}
          description={t("admin.custodians.countryHint")}
          value={typed.country ?? ""}
          error={faults["country"]}
          data={[{ value: "", label: "–" }, ...countries.map(({ code, name }) => ({ value: code, label: name }))]}
          onChange={(event) => set({ country: event.currentTarget.value || null })}
        />
        {select(
          "day_basis",
          t("admin.custodians.basis"),
          dayBases.map((value) => ({ value, label: t(`admin.custodians.basis.${value}`) })),
          t("admin.custodians.basisHint"),
        )}
        {select(
          "confirmations",
          t("admin.custodians.sender"),
          confirmationSenders.map((value) => ({ value, label: t(`admin.custodians.sender.${value}`) })),
        )}
      </div>
      <TagsInput
        label={t("admin.custodians.otherNames")}
        description={t("admin.custodians.otherNamesHint")}
        value={typed.other_names}
        error={faults["other_names"]}
        onChange={(other_names) => set({ other_names })}
      />
      <fieldset className={styles.formats}>
        <legend>{t("admin.custodians.formats")}</legend>
        {importFormats.map((format) => (
          <Checkbox
            key={format}
            label={t(`admin.imports.format.${format}`)}
            checked={typed.formats.includes(format)}
            onChange={(event) =>
              set({
                formats: event.currentTarget.checked
                  ? [...typed.formats, format]
                  : typed.formats.filter((one) => one !== format),
              })
            }
          />
        ))}
      </fieldset>
      <div className={styles.fields}>
        <TextInput
          label={t("admin.custodians.toleranceUnits")}
          inputMode="decimal"
          value={units}
          error={faults["quantity_tolerance"]}
          onChange={(event) => setUnits(event.currentTarget.value)}
        />
        <TextInput
          label={t("admin.custodians.toleranceCash")}
          inputMode="decimal"
          value={cash}
          error={faults["cash_tolerance"]}
          onChange={(event) => setCash(event.currentTarget.value)}
        />
      </div>
      {custodian && (
        <Switch
          label={t("admin.custodians.automatic")}
          description={t("admin.custodians.automaticHint")}
          checked={typed.automatic}
          onChange={(event) => set({ automatic: event.currentTarget.checked })}
        />
      )}
      {custodian && byTwo && (
        <LimitedTextarea
          label={reasonTexts.label}
          description={t("admin.custodians.reasonHint")}
          limit={messageMaxLength}
          autosize
          value={reason}
          error={faults["reason"]}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      )}
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <div>
        <Button type="submit" loading={save.isPending}>
          {t("admin.custodians.save")}
        </Button>
      </div>
    </form>
  );
}
