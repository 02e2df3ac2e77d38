/** The fields of a template: what is typed for each contract, by whom, and of which kind. */

import type { ContractField } from "@portico/api/contracts.ts";
import { currenciesInUse } from "@portico/api/currencies.ts";
import { EachLanguage } from "../../shell/staff/texts/each-language.tsx";
import { Button } from "../../ui/button.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./template.module.css";
import type { TypedContent } from "./template-content.ts";

const most = 40;
const kinds = ["text", "number", "amount", "day"] as const;
const fillers = ["staff", "client"] as const;
const newField: ContractField = { id: "", name: { bg: "", en: "", pl: "" }, kind: "text", filledBy: "staff" };

export interface PartProps {
  content: TypedContent;
  faults: readonly string[];
  readOnly: boolean;
  onChange: (part: Partial<TypedContent>) => void;
}

export function TemplateFields({ content: { fields }, faults, readOnly, onChange }: PartProps) {
  const t = useText();
  const change = (place: number, part: Partial<ContractField>) =>
    onChange({ fields: fields.map((field, at) => (at === place ? { ...field, ...part } : field)) });
  /** Only an amount has a currency. */
  const changeKind = (place: number, kind: ContractField["kind"], currency = "") =>
    onChange({
      fields: fields.map((field, at) => {
        if (at !== place) return field;
        const { id, name, filledBy } = field;
        return { id, name, kind, filledBy, ...(currency && { currency }) };
      }),
    });
  return (
    <Section title={t("admin.templates.fields")} hint={t("admin.templates.fieldsHint")}>
      <ul className={styles.fields}>
        {fields.map((field, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- a field has no other identity while its id is typed
          <li key={place}>
            <LimitedInput
              label={t("admin.templates.fieldId")}
              required
              limit={40}
              spellCheck={false}
              readOnly={readOnly}
              value={field.id}
              error={
                faults.includes(`fields.${place}.id`)
                  ? t("admin.templates.fieldIdWrong")
                  : faults.includes(`fields.${place}.twice`)
                    ? t("admin.templates.fieldTwice")
                    : undefined
              }
              onChange={(event) => change(place, { id: event.currentTarget.value })}
            />
            <NativeSelect
              label={t("admin.templates.fieldKind")}
              readOnly={readOnly}
              value={field.kind}
              data={kinds.map((id) => ({ value: id, label: t(`admin.templates.kind.${id}`) }))}
              onChange={(event) => changeKind(place, event.currentTarget.value as ContractField["kind"])}
            />
            {field.kind === "amount" && (
              <NativeSelect
                label={t("admin.templates.currency")}
                readOnly={readOnly}
                value={field.currency ?? ""}
                data={[{ value: "", label: t("admin.templates.currencyNone") }, ...currenciesInUse]}
                onChange={(event) => changeKind(place, "amount", event.currentTarget.value)}
              />
            )}
            <NativeSelect
              label={t("admin.templates.filledBy")}
              readOnly={readOnly}
              value={field.filledBy}
              data={fillers.map((id) => ({ value: id, label: t(`admin.templates.filledBy.${id}`) }))}
              onChange={(event) => change(place, { filledBy: event.currentTarget.value as ContractField["filledBy"] })}
            />
            <EachLanguage
              labelIn={(language) => t("admin.templates.nameIn", { language })}
              required
              limit={120}
              readOnly={readOnly}
              texts={field.name}
              errorIn={(language) =>
                faults.includes(`fields.${place}.name`) && field.name[language].trim() === ""
                  ? t("contracts.fields.missing")
                  : undefined
              }
              onChange={(name) => change(place, { name })}
            />
            {!readOnly && (
              <Button
                variant="subtle"
                color="red"
                size="sm"
                className={styles.remove ?? ""}
                leftSection={<Icon name="trash" size={16} />}
                onClick={() => onChange({ fields: fields.filter((_, at) => at !== place) })}
              >
                {t("admin.templates.removeField")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {!readOnly && fields.length < most && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => onChange({ fields: [...fields, newField] })}
        >
          {t("admin.templates.addField")}
        </Button>
      )}
    </Section>
  );
}
