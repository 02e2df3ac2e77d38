/** A select that saves what is chosen at once. What arrows and letters pass on the way is saved by Enter or on leaving. */
import type { NativeSelectProps } from "@mantine/core";
import { type KeyboardEvent, useRef, useState } from "react";
import { NativeSelect } from "./fields.tsx";

interface SavingSelectProps extends Omit<NativeSelectProps, "value" | "onChange"> {
  /** Shown as text. */
  readOnly?: boolean;
  /** What is saved. */
  value: string;
  onSave: (value: string) => void;
}

export function SavingSelect({ value, onSave, ...props }: SavingSelectProps) {
  const [reached, setReached] = useState<string>();
  const byKeys = useRef(false);
  const save = (chosen: string) => {
    setReached(undefined);
    if (chosen !== value) onSave(chosen);
  };
  function onKeyDown(event: KeyboardEvent) {
    // Space, and an arrow with Alt, open the list of choices.
    byKeys.current = !event.altKey && event.key !== " ";
    if (reached === undefined || (event.key !== "Enter" && event.key !== "Escape")) return;
    event.preventDefault();
    if (event.key === "Enter") save(reached);
    else setReached(undefined);
  }
  return (
    <NativeSelect
      {...props}
      value={reached ?? value}
      onKeyDown={onKeyDown}
      onPointerDown={() => (byKeys.current = false)}
      onChange={({ currentTarget }) => (byKeys.current ? setReached(currentTarget.value) : save(currentTarget.value))}
      onBlur={() => reached !== undefined && save(reached)}
    />
  );
}
