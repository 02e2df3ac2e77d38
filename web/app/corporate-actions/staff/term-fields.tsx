/** The terms of a corporate action: those parts that its type has. */
import { NativeSelect, TextInput } from "@mantine/core";
import { type FractionRule, fractionRules } from "@portico/api/rules/corporate-actions.ts";
import { InstrumentField } from "../../shell/staff/instrument-field.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./actions.module.css";
import { hasTerm, type TypedAction } from "./typed-action.ts";

interface TermFieldsProps {
  typed: TypedAction;
  set: (more: Partial<TypedAction>) => void;
  errorOf: (path: string) => string | undefined;
  /** The instrument that is received, if one is stored. */
  chosen: { id: number; name: string } | undefined;
}

type TextName = "cash" | "currency" | "from" | "into" | "price" | "priceCurrency" | "taxRate" | "costShare";

export function TermFields({ typed, set, errorOf, chosen }: TermFieldsProps) {
  const t = useText();
  const { type } = typed;
  const field = (name: TextName, label: string, path: string) => (
    <TextInput
      inputMode={name === "currency" || name === "priceCurrency" ? "text" : "decimal"}
      label={label}
      value={typed[name]}
      error={errorOf(path)}
      onChange={({ currentTarget: { value } }) => set({ [name]: value })}
    />
  );
  const cash = t("admin.actions.cash");
  const price = t("admin.actions.price");
  return (
    <fieldset className={styles.group}>
      <legend>{t("admin.actions.terms")}</legend>
      {hasTerm(type, "target") && (
        <InstrumentField
          label={t("admin.actions.target")}
          value={typed.target}
          error={errorOf("terms.target")}
          chosen={chosen}
          onChange={(target) => set({ target })}
        />
      )}
      <div className={styles.fields}>
        {hasTerm(type, "ratio") && field("into", t("admin.actions.ratioInto"), "terms.ratio")}
        {hasTerm(type, "ratio") && field("from", t("admin.actions.ratioFrom"), "terms.ratio")}
        {hasTerm(type, "cash") && field("cash", cash, "terms.cash")}
        {hasTerm(type, "cash") && field("currency", `${cash}: ${t("admin.actions.currency")}`, "terms.cash.currency")}
        {hasTerm(type, "price") && field("price", price, "terms.price")}
        {hasTerm(type, "price") &&
          field("priceCurrency", `${price}: ${t("admin.actions.currency")}`, "terms.price.currency")}
        {hasTerm(type, "taxRate") && field("taxRate", t("admin.actions.taxRate"), "terms.taxRate")}
        {hasTerm(type, "costShare") && field("costShare", t("admin.actions.costShare"), "terms.costShare")}
        {hasTerm(type, "ratio") && (
          <NativeSelect
            label={t("admin.actions.fractions")}
            value={typed.fractions}
            data={fractionRules.map((value) => ({ value, label: t(`admin.actions.fractions.${value}`) }))}
            onChange={({ currentTarget: { value } }) => set({ fractions: value as FractionRule })}
          />
        )}
      </div>
    </fieldset>
  );
}
