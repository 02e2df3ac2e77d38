/** A number of days, kept in the address once it is one. */
import { TextInput } from "@mantine/core";
import { useState } from "react";
import { useText } from "../../ui/text.tsx";

export function DaysField({ days, onChange }: { days: number; onChange: (days: string) => void }) {
  const t = useText();
  const [typed, setTyped] = useState(String(days));
  return (
    <TextInput
      size="sm"
      type="number"
      min={1}
      max={730}
      label={t("compliance.days")}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        if (/^[1-9]\d{0,2}$/.test(value) && Number(value) <= 730) onChange(value);
      }}
    />
  );
}
