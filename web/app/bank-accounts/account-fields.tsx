/** The fields of one bank account. */
import { Checkbox, NativeSelect, SegmentedControl } from "@mantine/core";
import { currenciesInUse } from "@portico/api/currencies.ts";
import { type AccountInput, accountLimits } from "@portico/api/rules/bank-accounts.ts";
import { hasIbans } from "@portico/kyc/iban.ts";
import { type ComponentProps, useMemo } from "react";
import { useCountries } from "../shell/use-countries.ts";
import { useCurrencyNames } from "../ui/currency-names.ts";
import { groupIban } from "../ui/grouped-text.ts";
import { LimitedInput } from "../ui/limited-input.tsx";
import { useText } from "../ui/text.tsx";
import type { AccountDraft } from "./account-changes.ts";
import styles from "./accounts.module.css";

export type FieldErrors = Partial<Record<keyof AccountInput, string>>;

interface AccountFieldsProps {
  draft: AccountDraft;
  set: (change: Partial<AccountDraft>) => void;
  errors: FieldErrors;
}

const usual = ["EUR", "PLN", "USD", "CHF", "GBP"];

export function AccountFields({ draft, set, errors }: AccountFieldsProps) {
  const t = useText();
  const nameOf = useCurrencyNames();
  const currencies = useMemo(
    () =>
      [...usual, ...currenciesInUse.filter((code) => !usual.includes(code))].map((value) => ({
        value,
        label: `${value} · ${nameOf(value)}`,
      })),
    [nameOf],
  );
  const text = (name: "name" | "bic" | "owner" | "bank" | "number") => ({
    name,
    value: draft[name],
    error: errors[name],
    limit: accountLimits[name],
    onChange: (event: { currentTarget: { value: string } }) => set({ [name]: event.currentTarget.value }),
  });
  return (
    <>
      <fieldset className={styles.choice}>
        <legend>{t("accounts.field.by")}</legend>
        <SegmentedControl
          fullWidth
          size="md"
          value={draft.by}
          onChange={(by) => set({ by })}
          data={[
            { value: "iban", label: t("accounts.field.byIban") },
            { value: "number", label: t("accounts.field.byNumber") },
          ]}
        />
      </fieldset>
      {draft.by === "iban" ? (
        <LimitedInput
          name="iban"
          label="IBAN"
          required
          className={styles.number ?? ""}
          autoComplete="off"
          spellCheck={false}
          limit={accountLimits.iban}
          value={draft.iban}
          error={errors.iban}
          onChange={(event) => set({ iban: event.currentTarget.value })}
          // Grouped when leaving: while typing, the cursor would jump. Later, because the dialog keeps the focus inside when
          // it renders, and it is nowhere while it moves.
          onBlur={({ currentTarget: { value } }) => setTimeout(() => set({ iban: groupIban(value) }))}
        />
      ) : (
        <ByNumber draft={draft} set={set} errors={errors} text={text} />
      )}
      <LimitedInput
        label={t("accounts.field.owner")}
        description={t("accounts.field.ownerHint")}
        required
        autoComplete="off"
        {...text("owner")}
      />
      <div className={styles.pair}>
        <NativeSelect
          name="currency"
          label={t("accounts.field.currency")}
          required
          value={draft.currency}
          error={errors.currency}
          data={currencies}
          onChange={(event) => set({ currency: event.currentTarget.value })}
        />
        {draft.by === "iban" && (
          <LimitedInput
            label={t("accounts.field.bicOptional")}
            autoComplete="off"
            spellCheck={false}
            {...text("bic")}
          />
        )}
      </div>
      <LimitedInput
        label={t("accounts.field.name")}
        description={t("accounts.field.nameHint")}
        autoComplete="off"
        {...text("name")}
      />
      <Checkbox
        label={t("accounts.field.default", { currency: draft.currency })}
        checked={draft.isDefault}
        error={errors.isDefault}
        onChange={(event) => set({ isDefault: event.currentTarget.checked })}
      />
    </>
  );
}

interface ByNumberProps extends AccountFieldsProps {
  text: (name: "bic" | "bank" | "number") => Pick<ComponentProps<typeof LimitedInput>, "name" | "value" | "limit">;
}

/** An account of a country without IBANs. */
function ByNumber({ draft, set, errors, text }: ByNumberProps) {
  const t = useText();
  const countries = useCountries();
  return (
    <>
      <NativeSelect
        name="country"
        label={t("accounts.field.country")}
        description={t("accounts.field.countryHint")}
        required
        value={draft.country}
        error={errors.country ?? errors.iban}
        data={[
          { value: "", label: t("accounts.field.choose") },
          ...countries.filter(({ code }) => !hasIbans(code)).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        onChange={(event) => set({ country: event.currentTarget.value })}
      />
      <LimitedInput
        label={t("accounts.field.number")}
        required
        className={styles.number ?? ""}
        autoComplete="off"
        spellCheck={false}
        {...text("number")}
      />
      <div className={styles.pair}>
        <LimitedInput label={t("accounts.field.bank")} required autoComplete="off" {...text("bank")} />
        <LimitedInput label="BIC" required autoComplete="off" spellCheck={false} {...text("bic")} />
      </div>
    </>
  );
}
