/** Finds an instrument by the beginning of its name, ticker or ISIN. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useText } from "../../ui/text.tsx";

interface InstrumentSelectProps {
  value: number | null;
  error: string | undefined;
  onChange: (id: number | null, name: string) => void;
}

export function InstrumentSelect({ value, error, onChange }: InstrumentSelectProps) {
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
    name,
  }));
  return (
    <Select
      size="md"
      searchable
      clearable
      label={t("admin.benchmarks.instrument")}
      description={t("admin.benchmarks.findInstrument")}
      value={value === null ? null : String(value)}
      error={error}
      data={found}
      // The server has already searched.
      filter={({ options }) => options}
      nothingFoundMessage={search === "" ? undefined : t("admin.representation.noMatch")}
      onSearchChange={setText}
      onChange={(id) => onChange(id === null ? null : Number(id), found.find((one) => one.value === id)?.name ?? "")}
    />
  );
}
