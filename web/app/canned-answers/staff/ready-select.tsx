/** A choice among ready texts, searched by the words of their titles and texts. */
import { type ComboboxItem, type OptionsFilter, Select } from "@mantine/core";
import { useText } from "../../ui/text.tsx";
import styles from "./canned-answers.module.css";

export interface ReadyText extends ComboboxItem {
  text: string;
}

interface ReadySelectProps {
  groups: readonly { group: string; items: ReadyText[] }[];
  label: string;
  onInsert: (text: string) => void;
}

/** By the words of the title and of the text. */
const byWords: OptionsFilter = ({ options, search }) => {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (option: ComboboxItem) =>
    words.every((word) => `${option.label} ${(option as ReadyText).text}`.toLowerCase().includes(word));
  return options
    .map((option) => ("items" in option ? { ...option, items: option.items.filter(fits) } : option))
    .filter((option) => !("items" in option) || option.items.length > 0);
};

/** Nothing if there is no text. */
export function ReadySelect({ groups, label, onInsert }: ReadySelectProps) {
  const t = useText();
  const filled = groups.filter(({ items }) => items.length > 0);
  if (filled.length === 0) return null;
  return (
    <Select
      size="sm"
      searchable
      selectFirstOptionOnChange
      className={styles.picker}
      aria-label={label}
      placeholder={label}
      nothingFoundMessage={t("admin.canned.noneFound")}
      maxDropdownHeight={320}
      value={null}
      data={filled}
      filter={byWords}
      renderOption={({ option }) => (
        <span className={styles.choice}>
          {option.label}
          <small>{(option as ReadyText).text}</small>
        </span>
      )}
      onChange={(value, option) => {
        if (value !== null) onInsert((option as ReadyText).text);
      }}
    />
  );
}
