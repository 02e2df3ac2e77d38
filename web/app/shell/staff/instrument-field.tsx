/** Finds an instrument by the beginning of its name, ticker or ISIN. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";

interface InstrumentFieldProps {
  label: string;
  value: number | null;
  error: string | undefined;
  /** One that is chosen already, so that its name is shown. */
  chosen?: { id: number; name: string } | undefined;
  onChange: (id: number | null) => void;
}

export function InstrumentField({ label, value, error, chosen, onChange }: InstrumentFieldProps) {
  const t = useText();
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 250);
  const { data } = useCall(
    useApi().marketData.findInstruments,
    { query: { search } },
    { enabled: search !== "", placeholderData: keepPreviousData },
  );
  const found = (data?.instruments ?? []).map(({ id, name, ticker, currency, isin }) => ({
    value: String(id),
    label: [name, isin ?? ticker, currency].join(" · "),
  }));
  const known = chosen && !found.some((one) => one.value === String(chosen.id));
  return (
    <Select
      size="md"
      searchable
      clearable
      label={label}
      description={t("admin.falls.instrumentHint")}
      value={value === null ? null : String(value)}
      error={error}
      data={known ? [{ value: String(chosen.id), label: chosen.name }, ...found] : found}
      // The server has already searched.
      filter={({ options }) => options}
      nothingFoundMessage={search === "" ? undefined : t("admin.representation.noMatch")}
      onSearchChange={setText}
      onChange={(id) => onChange(id === null ? null : Number(id))}
    />
  );
}
