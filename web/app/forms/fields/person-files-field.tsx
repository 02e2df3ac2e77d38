/** Files of each person named elsewhere in the form: one field per person, under the person's name. */
import type { PersonFilesField as Definition, FilesField as FilesDefinition } from "@portico/api/forms/field.ts";
import { isRecord } from "@portico/api/forms/field.ts";
import { filesByPerson } from "@portico/api/forms/named-persons.ts";
import { InputSection } from "../../ui/input-section.tsx";
import { useText } from "../../ui/text.tsx";
import { type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import { type FieldTexts, faultText } from "./field-texts.ts";
import { FilesField } from "./files-field.tsx";

interface PersonFilesFieldProps {
  field: Definition;
  texts: FieldTexts;
  place: FieldPlace;
}

export function PersonFilesField({ field, texts, place: { path, scope, value, onChange } }: PersonFilesFieldProps) {
  const t = useText();
  const { faultAt, remarksAt } = useOpenForm();
  const persons = filesByPerson(value, field.persons(scope));
  const one: FilesDefinition = { kind: "files", name: field.name, ...(field.max !== undefined && { max: field.max }) };
  return (
    <InputSection {...texts} required={false}>
      {persons.length === 0 && <p className="small">{t("forms.persons.none")}</p>}
      <div className={styles.entries}>
        {persons.map(({ person, id, files }) => {
          const fault = faultAt(`${path}.${id}`);
          return (
            <div key={id} id={`${path}.${id}`}>
              {remarksAt(`${path}.${id}`).map((text) => (
                <p key={text} className={styles.remark}>
                  {text}
                </p>
              ))}
              <FilesField
                field={one}
                texts={{
                  label: person.name,
                  hint: undefined,
                  error: fault && faultText(t, fault, "files"),
                  required: texts.required,
                }}
                value={files}
                onChange={(changed) => {
                  const others = Object.entries(isRecord(value) ? value : {}).filter(
                    ([of]) => !person.ids.includes(of),
                  );
                  onChange({ ...Object.fromEntries(others), [id]: changed });
                }}
              />
            </div>
          );
        })}
      </div>
    </InputSection>
  );
}
