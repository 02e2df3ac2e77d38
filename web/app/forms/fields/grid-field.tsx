/** The same questions for several rows: a group of fields per row, collapsed while empty. */

import type { GridField as Definition } from "@portico/api/forms/field.ts";
import { optionKey } from "@portico/api/forms/text-keys.ts";
import { formText } from "../../shell/form-text.ts";
import { InputSection } from "../../ui/input-section.tsx";
import { useText } from "../../ui/text.tsx";
import type { FieldGroupView, FieldPlace } from "../form-context.ts";
import styles from "../forms.module.css";
import type { FieldTexts } from "./field-texts.ts";

interface GridFieldProps {
  field: Definition;
  texts: FieldTexts;
  place: FieldPlace;
  group: FieldGroupView;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export function GridField({ field, texts, place: { path, scope, value, onChange }, group: Group }: GridFieldProps) {
  const t = useText();
  const rows = isRecord(value) ? value : {};
  return (
    <InputSection {...texts}>
      {field.rows.map((row) => {
        const answers = isRecord(rows[row]) ? rows[row] : {};
        return (
          <fieldset key={row} className={styles.gridRow}>
            <legend>{formText(t, optionKey(field.list, row))}</legend>
            <Group
              fields={field.fields}
              answers={answers}
              scope={scope}
              within={`${path}.${row}`}
              onChange={(changed) => onChange({ ...rows, [row]: changed })}
            />
          </fieldset>
        );
      })}
    </InputSection>
  );
}
