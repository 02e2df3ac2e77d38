/** Persons chosen of those who are named elsewhere in the form. One whose entry was removed is shown until it is unticked. */
import { Checkbox } from "@mantine/core";
import type { PersonsField as Definition } from "@portico/api/forms/field.ts";
import { useText } from "../../ui/text.tsx";
import { type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import type { FieldTexts } from "./field-texts.ts";

interface PersonsFieldProps {
  field: Definition;
  texts: FieldTexts;
  place: FieldPlace;
}

export function PersonsField({ field, texts, place: { path, scope, value, onChange } }: PersonsFieldProps) {
  const t = useText();
  const { touch } = useOpenForm();
  const persons = field.persons(scope);
  const chosen = Array.isArray(value) ? value.filter((one): one is string => typeof one === "string") : [];
  const gone = chosen.filter((id) => !persons.some(({ ids }) => ids.includes(id)));
  const options = [
    ...persons.map(({ ids, name }) => ({ value: ids[0] ?? "", label: name })),
    ...gone.map((id) => ({ value: id, label: t("forms.persons.gone") })),
  ];
  return (
    <Checkbox.Group
      label={texts.label}
      description={texts.hint}
      error={texts.error}
      withAsterisk={texts.required}
      value={chosen}
      onChange={(changed) => {
        onChange(changed);
        touch(path);
      }}
    >
      <div className={styles.options}>
        {options.map((option) => (
          <Checkbox key={option.value} {...option} name={path} error={texts.error !== undefined} />
        ))}
      </div>
    </Checkbox.Group>
  );
}
