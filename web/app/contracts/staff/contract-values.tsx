/** The values of a contract's fields; beside each that differs, that of the contract that it replaces. */
import type { ContractDetail } from "@portico/api/contracts.ts";
import { Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import { shownValue } from "../field-values.ts";

export function ContractValues({ contract: { fields, contract_data, previous } }: { contract: ContractDetail }) {
  const t = useText();
  const language = useLanguage();
  if (fields.length === 0) return null;
  return (
    <Section title={t("admin.contracts.values")}>
      <dl className={styles.facts}>
        {fields.map((field) => {
          const { id, name } = field;
          const value = contract_data[id] ?? "";
          const before = previous?.contract_data[id];
          return (
            <div key={id} className={styles.fact}>
              <dt>{name[language]}</dt>
              <dd>
                {value === "" ? t("admin.contracts.notFilled") : shownValue(field, language, value)}
                {before !== undefined && before !== value && (
                  <p className="small">
                    {t("contracts.fields.before", { value: shownValue(field, language, before) || "–" })}
                  </p>
                )}
              </dd>
            </div>
          );
        })}
      </dl>
    </Section>
  );
}
