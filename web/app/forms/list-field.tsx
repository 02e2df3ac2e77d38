/** Entries of the same shape: added, removed with a way back, and, for persons, taken over from whom we know already. */

import { Button, Menu } from "@mantine/core";
import { type ListField as Definition, type Item, isEmpty } from "@portico/api/forms/field.ts";
import { entryKey } from "@portico/api/forms/text-keys.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../shell/api.tsx";
import { useProfile } from "../shell/session.ts";
import { Icon } from "../ui/icon.tsx";
import { InputSection } from "../ui/input-section.tsx";
import { useText } from "../ui/text.tsx";
import { formText } from "./answer-rows.ts";
import { type FieldGroupView, type FieldPlace, useOpenForm } from "./form-context.ts";
import styles from "./forms.module.css";
import type { Words } from "./words.ts";

interface ListFieldProps {
  field: Definition;
  words: Words;
  place: FieldPlace;
  group: FieldGroupView;
}

const newId = (): string => crypto.randomUUID().slice(0, 8);
const nameOf = ({ firstName, lastName }: Item): string =>
  [firstName, lastName].filter((part) => typeof part === "string" && part !== "").join(" ");

export function ListField({ field, words, place: { path, around, value, onChange }, group: Group }: ListFieldProps) {
  const t = useText();
  const { remarksAt } = useOpenForm();
  const items = (Array.isArray(value) ? value : []) as Item[];
  const [removed, setRemoved] = useState<{ item: Item; at: number }>();
  const max = field.max ?? 50;
  const add = (answers: Record<string, unknown>) => onChange([...items, { ...answers, id: newId() }]);

  function remove(at: number) {
    const item = items[at];
    if (!item) return;
    setRemoved({ item, at });
    onChange(items.filter((_, index) => index !== at));
  }

  return (
    <InputSection {...words}>
      <div className={styles.entries}>
        {items.map((item, index) => (
          <div key={item.id} className={styles.entry} id={`${path}.${item.id}`}>
            <div className={styles.entryHead}>
              <p>{nameOf(item) || `${formText(t, entryKey(field))} ${index + 1}`}</p>
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
              around={around}
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
              size="compact-sm"
              variant="default"
              onClick={() => {
                onChange(items.toSpliced(removed.at, 0, removed.item));
                setRemoved(undefined);
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
            {field.persons && <KnownPersons onTake={add} names={new Set(field.fields.map(({ name }) => name))} />}
          </div>
        )}
      </div>
    </InputSection>
  );
}

/** Nobody types a person twice. */
function KnownPersons({
  onTake,
  names,
}: {
  onTake: (answers: Record<string, unknown>) => void;
  names: ReadonlySet<string>;
}) {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const { data: persons = [] } = useQuery({
    queryKey: ["form", "persons", id],
    queryFn: ({ signal }) => api.forms.getPersons({ params: { id }, signal }),
  });
  if (persons.length === 0) return null;
  return (
    <Menu>
      <Menu.Target>
        <Button size="sm" variant="default" leftSection={<Icon name="people" size={16} />}>
          {t("forms.list.known")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {persons.map(({ from, answers }, index) => (
          <Menu.Item
            // oxlint-disable-next-line react/no-array-index-key -- the same person may be known from two places
            key={`${from} ${index}`}
            onClick={() =>
              onTake(
                Object.fromEntries(
                  Object.entries(answers).filter(([name, value]) => names.has(name) && !isEmpty(value)),
                ),
              )
            }
          >
            {nameOf({ id: "", ...answers })} <small>{from}</small>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
