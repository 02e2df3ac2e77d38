/** The placeholders that a template's text may contain; each is inserted where the cursor is. */
import type { ContractField } from "@portico/api/contracts.ts";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./template.module.css";

interface PlaceholdersProps {
  fields: readonly ContractField[];
  disabled: boolean;
  onPick: (name: string) => void;
}

const groups = ["field", "contract", "holder", "person", "company", "data"] as const;

export function Placeholders({ fields, disabled, onPick }: PlaceholdersProps) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const query = useCall(api.contracts.listPlaceholders);
  if (!query.data) return <PendingQuery query={query} />;
  const own = fields
    .filter(({ id }) => id !== "")
    .map(({ id, name }) => ({ name: `field.${id}`, group: "field" as const, label: name }));
  const all = [...own, ...query.data];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key
    <section className={styles.placeholders} tabIndex={0} aria-label={t("admin.templates.placeholders")}>
      <p className={styles.small}>{t("admin.templates.placeholdersHint")}</p>
      {groups.map((group) => {
        const names = all.filter((one) => one.group === group);
        return (
          names.length > 0 && (
            <div key={group}>
              <h3>{t(`admin.templates.group.${group}`)}</h3>
              <ul>
                {names.map(({ name, label }) => (
                  <li key={name}>
                    <button
                      type="button"
                      className={styles.placeholder}
                      disabled={disabled}
                      onClick={() => onPick(name)}
                    >
                      {name}
                      {label[language] !== "" && <small>{label[language]}</small>}
                    </button>
                  </li>
                ))}
              </ul>
            </div>
          )
        );
      })}
    </section>
  );
}
