/** A colleague, chosen by one click, or by typing a part of the name where there are many. */
import { Radio, Stack } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { TextInput } from "../../../ui/fields.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "./queue.module.css";

export interface ColleagueOption {
  value: string;
  label: string;
}

interface ColleagueChoiceProps {
  options: readonly ColleagueOption[];
  /** Empty: none yet. */
  value: string;
  onChange: (value: string) => void;
}

/** More are found by name rather than by looking. */
const fewEnough = 8;

/** Those of which the name contains the text, whatever its case. */
const matching = (options: readonly ColleagueOption[], text: string): ColleagueOption[] =>
  options.filter(({ label }) => label.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()));

export function ColleagueChoice({ options, value, onChange }: ColleagueChoiceProps) {
  const t = useText();
  const [text, setText] = useState("");
  const shown = matching(options, text);
  function find(next: string) {
    setText(next);
    const found = matching(options, next);
    const [only] = found;
    if (found.length === 1 && only) onChange(only.value);
    else if (!found.some((one) => one.value === value)) onChange("");
  }
  return (
    <>
      {options.length > fewEnough && <FindField value={text} onChange={find} />}
      <Radio.Group label={t("admin.assign.to")} value={value} onChange={onChange}>
        <Stack gap="xs" className={styles.colleagues}>
          {shown.map((option) => (
            <Radio key={option.value} value={option.value} label={option.label} />
          ))}
        </Stack>
      </Radio.Group>
    </>
  );
}

/** It has the focus once the colleagues are known. */
function FindField({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useText();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <TextInput
      ref={field}
      label={t("admin.queue.findColleague")}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
