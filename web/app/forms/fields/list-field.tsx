/** Entries of the same shape: added, removed with undo, and, for persons, copied from known ones. */

import type { ListField as Definition, Item } from "@portico/api/forms/field.ts";
import { personName } from "@portico/api/forms/persons.ts";
import { entryKey } from "@portico/api/forms/text-keys.ts";
import { useRef, useState } from "react";
import { formText } from "../../shell/form-text.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { InputSection } from "../../ui/input-section.tsx";
import { useText } from "../../ui/text.tsx";
import { type FieldGroupView, type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import type { FieldTexts } from "./field-texts.ts";
import { focusFieldSoon } from "./focus-field.ts";
import { KnownPersons } from "./known-persons.tsx";

interface ListFieldProps {
  field: Definition;
  texts: FieldTexts;
  place: FieldPlace;
  group: FieldGroupView;
}

const newId = (): string => crypto.randomUUID().slice(0, 8);

export function ListField({ field, texts, place: { path, scope, value, onChange }, group: Group }: ListFieldProps) {
  const t = useText();
  const { remarksAt } = useOpenForm();
  const items = (Array.isArray(value) ? value : []) as Item[];
  const [removed, setRemoved] = useState<{ item: Item; at: number }>();
  const max = field.max ?? 50;
  const undo = useRef<HTMLButtonElement>(null);

  function add(answers: Record<string, unknown>) {
    const id = newId();
    onChange([...items, { ...answers, id }]);
    focusFieldSoon(`${path}.${id}`);
  }

  function remove(at: number) {
    const item = items[at];
    if (!item) return;
    setRemoved({ item, at });
    onChange(items.filter((_, index) => index !== at));
    requestAnimationFrame(() => undo.current?.focus());
  }

  return (
    <InputSection {...texts}>
      <div className={styles.entries}>
        {items.map((item, index) => (
          <div key={item.id} className={styles.entry} id={`${path}.${item.id}`}>
            <div className={styles.entryHead}>
              <p>{personName(item) || `${formText(t, entryKey(field))} ${index + 1}`}</p>
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<Icon name="trash" size={14} />}
                onClick={() => remove(index)}
              >
                {t("forms.list.remove")}
              </Button>
            </div>
            {remarksAt(`${path}.${item.id}`).map((text) => (
              <p key={text} className={styles.remark}>
                {text}
              </p>
            ))}
            <Group
              fields={field.fields}
              answers={item}
              scope={scope}
              within={`${path}.${item.id}`}
              onChange={(answers) =>
                onChange(items.map((each, at) => (at === index ? { ...answers, id: item.id } : each)))
              }
            />
          </div>
        ))}
        {removed && (
          <output className={styles.undo}>
            {t("forms.list.removed")}
            <Button
              ref={undo}
              size="compact-sm"
              variant="default"
              onClick={() => {
                onChange(items.toSpliced(removed.at, 0, removed.item));
                setRemoved(undefined);
                focusFieldSoon(`${path}.${removed.item.id}`);
              }}
            >
              {t("forms.list.undo")}
            </Button>
          </output>
        )}
        {items.length < max && (
          <div className={styles.adders}>
            <Button size="sm" variant="default" leftSection={<Icon name="plus" size={16} />} onClick={() => add({})}>
              {t("forms.list.add")}
            </Button>
            {field.persons && (
              <KnownPersons used={items} names={new Set(field.fields.map(({ name }) => name))} onTake={add} />
            )}
          </div>
        )}
      </div>
    </InputSection>
  );
}
