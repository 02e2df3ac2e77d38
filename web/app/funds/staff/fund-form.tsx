/** The data of a fund: new, or changed. */
import { NativeSelect, TextInput } from "@mantine/core";
import { currencyCodes } from "@portico/api/currencies.ts";
import { ApiError } from "@portico/api/errors.ts";
import type { FundContent } from "@portico/api/funds.ts";
import { distributions, fundTypes, legalForms, riskLevels } from "@portico/api/rules/funds.ts";
import { type FormEvent, useState } from "react";
import { errorText, fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { formatExact } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { readAmount } from "../../ui/typed-amount.ts";
import styles from "./staff.module.css";
import type { OpenedFund } from "./use-target.ts";

interface FundFormProps {
  /** Undefined for a new one. */
  fund: OpenedFund | undefined;
  since: string | undefined;
  onSaved: (id: number) => void;
}

const begun: FundContent = {
  isin: "",
  name: "",
  manager: "",
  currency: "EUR",
  type: "mixed",
  legal_form: "ucits",
  venue: "",
  distribution: "accumulating",
  ongoing_costs: "0",
  sri: null,
};

function contentOf(fund: OpenedFund | undefined): FundContent {
  if (!fund) return begun;
  const { isin, name, manager, currency, type, legal_form, venue, distribution, ongoing_costs, sri } = fund;
  return { isin, name, manager, currency, type, legal_form, venue, distribution, ongoing_costs, sri };
}

export function FundForm({ fund, since, onSaved }: FundFormProps) {
  const t = useText();
  const language = useLanguage();
  const [typed, setTyped] = useState(() => contentOf(fund));
  const [costs, setCosts] = useState(() => formatExact(language, typed.ongoing_costs));
  const [isWrong, setWrong] = useState(false);
  const save = useChange((api, content: FundContent) =>
    fund && since !== undefined
      ? api.funds.saveFund({ params: { id: fund.id }, body: { content, since } })
      : api.funds.createFund({ body: content }),
  );
  const faults = save.error instanceof ApiError ? fieldErrorTexts(t, save.error) : {};
  const errorOf = (name: keyof FundContent) => faults[name] ?? faults[`content.${name}`];
  const change = (part: Partial<FundContent>) => setTyped({ ...typed, ...part });
  function submit(event: FormEvent) {
    event.preventDefault();
    const ongoing_costs = readAmount(language, costs);
    setWrong(ongoing_costs === undefined);
    if (ongoing_costs === undefined || save.isPending) return;
    save.mutate(
      { ...typed, ongoing_costs },
      {
        onSuccess: ({ id }) => {
          alert.success(t("admin.funds.saved"));
          onSaved(id);
        },
      },
    );
  }
  const text = (name: "isin" | "name" | "manager" | "venue", label: string) => (
    <TextInput
      name={name}
      label={label}
      required={name !== "venue"}
      value={typed[name]}
      error={errorOf(name)}
      onChange={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  return (
    <form method="post" className={styles.stack} onSubmit={submit} noValidate>
      <div className={styles.fields}>
        {text("name", t("admin.funds.name"))}
        {text("isin", "ISIN")}
        {text("manager", t("admin.funds.manager"))}
        {text("venue", t("admin.funds.venue"))}
        <NativeSelect
          name="currency"
          label={t("admin.funds.currency")}
          value={typed.currency}
          error={errorOf("currency")}
          data={[...currencyCodes]}
          onChange={(event) => change({ currency: event.currentTarget.value })}
        />
        <NativeSelect
          label={t("admin.funds.type")}
          value={typed.type}
          data={fundTypes.map((value) => ({ value, label: t(`funds.type.${value}`) }))}
          onChange={(event) => change({ type: fundTypes.find((one) => one === event.currentTarget.value) ?? "other" })}
        />
        <NativeSelect
          label={t("admin.funds.form")}
          value={typed.legal_form}
          data={legalForms.map((value) => ({ value, label: t(`funds.form.${value}`) }))}
          onChange={(event) =>
            change({ legal_form: legalForms.find((one) => one === event.currentTarget.value) ?? "other" })
          }
        />
        <NativeSelect
          label={t("admin.funds.distribution")}
          value={typed.distribution}
          data={distributions.map((value) => ({ value, label: t(`funds.distribution.${value}`) }))}
          onChange={(event) =>
            change({ distribution: distributions.find((one) => one === event.currentTarget.value) ?? "accumulating" })
          }
        />
        <TextInput
          name="ongoing_costs"
          label={t("admin.funds.ongoingCosts")}
          inputMode="decimal"
          required
          value={costs}
          error={isWrong ? t("field.badFormat") : errorOf("ongoing_costs")}
          onChange={(event) => setCosts(event.currentTarget.value)}
        />
        <NativeSelect
          label={t("admin.funds.sri")}
          value={typed.sri === null ? "" : String(typed.sri)}
          data={[
            { value: "", label: "–" },
            ...riskLevels.map((level) => ({ value: String(level), label: String(level) })),
          ]}
          onChange={(event) => change({ sri: Number(event.currentTarget.value) || null })}
        />
      </div>
      {save.error && <Notice tone="failed">{errorText(t, save.error)}</Notice>}
      <div className={styles.buttons}>
        <Button type="submit" loading={save.isPending}>
          {t("admin.funds.save")}
        </Button>
      </div>
    </form>
  );
}
