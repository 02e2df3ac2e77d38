/** The placeholders that a template's text may contain; each is inserted where the cursor is. */
import { TextInput } from "@mantine/core";
import type { ContractField } from "@portico/api/contracts.ts";
import { useState } from "react";
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
  const [search, setSearch] = useState("");
  if (!query.data) return <PendingQuery query={query} />;
  // Two fields have the same id until it is corrected.
  const own = fields
    .filter(({ id }, at) => id !== "" && fields.findIndex((field) => field.id === id) === at)
    .map(({ id, name }) => ({ name: `field.${id}`, group: "field" as const, label: name }));
  const words = search.toLocaleLowerCase(language).split(/\s+/).filter(Boolean);
  const all = [...own, ...query.data].filter(({ name, group, label }) => {
    const text = `${name} ${label[language]} ${t(`admin.templates.group.${group}`)}`.toLocaleLowerCase(language);
    return words.every((word) => text.includes(word));
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by key
    <section className={styles.placeholders} tabIndex={0} aria-label={t("admin.templates.placeholders")}>
      <p className="small">{t("admin.templates.placeholdersHint")}</p>
      <TextInput
        type="search"
        size="sm"
        aria-label={t("admin.templates.placeholdersSearch")}
        placeholder={t("admin.templates.placeholdersSearch")}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      {all.length === 0 && <output className="small">{t("admin.templates.placeholdersNone")}</output>}
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
                      {label[language] !== "" && (
                        <small>
                          {label[language]} · {t(`admin.templates.group.${group}`)}
                        </small>
                      )}
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
