/** An ISIN or a ticker: typed, or chosen among the instruments that the portal knows. */
import { Autocomplete } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";

interface SecurityFieldProps {
  label: string;
  description: string;
  value: string;
  error: string | undefined;
  onChange: (text: string) => void;
}

export function SecurityField({ label, description, value, error, onChange }: SecurityFieldProps) {
  const [search] = useDebouncedValue(value.trim().slice(0, 60), 250);
  const { data } = useCall(
    useApi().marketData.findInstruments,
    { query: { search } },
    { enabled: search !== "", placeholderData: keepPreviousData },
  );
  const names = new Map((data?.instruments ?? []).map(({ isin, ticker, name }) => [isin ?? ticker, name]));
  return (
    <Autocomplete
      size="sm"
      label={label}
      description={description}
      value={value}
      error={error}
      data={[...names.keys()]}
      // The server has already searched.
      filter={({ options }) => options}
      renderOption={({ option }) => (
        <span>
          {names.get(option.value)} · {option.value}
        </span>
      )}
      onChange={onChange}
    />
  );
}
