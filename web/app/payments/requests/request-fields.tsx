/** The fields of a request. */

import { NativeSelect, SegmentedControl, TextInput } from "@mantine/core";
import type { InstrumentRow } from "@portico/api/portfolios.ts";
import { messageMaxLength } from "@portico/api/rules/limits.ts";
import { useCurrencyNames } from "../../ui/currency-names.ts";
import { digitsOf, formatQuantity } from "../../ui/format.ts";
import { LimitedTextarea } from "../../ui/limited-textarea.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { InstrumentSearch } from "./instrument-search.tsx";
import styles from "./request.module.css";
import { draftFaults, type RequestDraft, tradeTypes } from "./request-draft.ts";

interface RequestFieldsProps {
  draft: RequestDraft;
  change: (change: Partial<RequestDraft>) => void;
  rows: readonly InstrumentRow[];
  currencies: readonly string[];
  /** True once the person asked for the review: errors are shown from then on. */
  showFaults: boolean;
}

export function RequestFields({ draft, change, rows, currencies, showFaults }: RequestFieldsProps) {
  const t = useText();
  const language = useLanguage();
  const faults = showFaults ? draftFaults(language, draft) : {};
  const shares = formatQuantity(language, draft.instrument?.owned ?? 0);
  const faultTextOf = (field: keyof typeof faults) => {
    const fault = faults[field];
    if (!fault) return undefined;
    if (fault === "tooMany") return t("portfolios.request.error.tooMany", { shares });
    if (fault === "sum") return t("portfolios.request.error.sum", { decimals: digitsOf(draft.currency) });
    return t(`portfolios.request.error.${fault}`);
  };
  const bySum = draft.by === "sum";

  return (
    <div className={styles.fields}>
      <fieldset className={styles.choice}>
        <legend>{t("portfolios.request.type")}</legend>
        <SegmentedControl
          fullWidth
          size="md"
          className={styles.types ?? ""}
          value={draft.type}
          onChange={(type) => change({ type, instrument: undefined })}
          data={tradeTypes.map((value) => ({ value, label: t(`portfolios.request.${value}`) }))}
        />
      </fieldset>
      {draft.type === "buy" && (
        <InstrumentSearch
          chosen={draft.instrument}
          onChoose={(instrument) => change({ instrument })}
          error={faultTextOf("instrument")}
        />
      )}
      {draft.type === "sell" && (
        <OwnInstrumentField draft={draft} change={change} rows={rows} error={faultTextOf("instrument")} />
      )}
      <fieldset className={styles.choice}>
        <legend>{t("portfolios.request.by")}</legend>
        <SegmentedControl
          fullWidth
          size="md"
          value={draft.by}
          onChange={(by) => change({ by })}
          data={[
            { value: "quantity", label: t("portfolios.request.byQuantity") },
            { value: "sum", label: t("portfolios.request.bySum") },
          ]}
        />
      </fieldset>
      {bySum ? (
        <SumFields draft={draft} change={change} currencies={currencies} error={faultTextOf("sum")} />
      ) : (
        <TextInput
          size="md"
          inputMode="decimal"
          label={t("portfolios.request.quantity")}
          value={draft.quantity}
          description={draft.instrument?.owned === undefined ? undefined : t("portfolios.request.owned", { shares })}
          error={faultTextOf("quantity")}
          onChange={(event) => change({ quantity: event.currentTarget.value })}
        />
      )}
      <TextInput
        size="md"
        inputMode="decimal"
        label={t("portfolios.request.limit")}
        value={draft.limitPrice}
        error={faultTextOf("limit")}
        onChange={(event) => change({ limitPrice: event.currentTarget.value })}
      />
      <LimitedTextarea
        size="md"
        autosize
        minRows={2}
        maxRows={6}
        limit={messageMaxLength}
        label={t("portfolios.request.message")}
        value={draft.message}
        onChange={(event) => change({ message: event.currentTarget.value })}
      />
    </div>
  );
}

type DraftFieldProps = Pick<RequestFieldsProps, "draft" | "change"> & { error: string | undefined };

/** Of which of the client's own instruments units are sold. */
function OwnInstrumentField({ draft, change, rows, error }: DraftFieldProps & Pick<RequestFieldsProps, "rows">) {
  const t = useText();
  const owned = rows.filter((row) => row.type === 1 && row.ownedShares > 0);

  function chooseOwn(key: string) {
    const row = owned.find((each) => each.key === key);
    const instrument = row && {
      ...(row.instrumentId !== null && { id: row.instrumentId }),
      name: row.name,
      currency: row.instrumentCurrency,
      owned: row.ownedShares,
    };
    change({ instrument });
  }

  return (
    <NativeSelect
      size="md"
      label={t("portfolios.request.own")}
      value={owned.find((row) => row.instrumentId === draft.instrument?.id)?.key ?? ""}
      error={error}
      onChange={(event) => chooseOwn(event.currentTarget.value)}
      data={[
        { value: "", label: t("portfolios.request.chooseOwn") },
        ...owned.map((row) => ({ value: row.key, label: `${row.name} (${row.ticker})` })),
      ]}
    />
  );
}

/** For how much money it is bought or sold. */
function SumFields({ draft, change, currencies, error }: DraftFieldProps & Pick<RequestFieldsProps, "currencies">) {
  const t = useText();
  const nameOf = useCurrencyNames();
  return (
    <div className={styles.sum}>
      <TextInput
        size="md"
        inputMode="decimal"
        label={t("portfolios.request.sum")}
        value={draft.sum}
        error={error}
        onChange={(event) => change({ sum: event.currentTarget.value })}
      />
      <NativeSelect
        size="md"
        label={t("portfolios.request.currency")}
        value={draft.currency}
        data={currencies.map((code) => ({ value: code, label: `${code} · ${nameOf(code)}` }))}
        onChange={(event) => change({ currency: event.currentTarget.value })}
      />
    </div>
  );
}
