/** Finds a client, person or company, by name, e-mail or client number: a filter, whose value is as `user/7`. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useText } from "../../ui/text.tsx";

interface ClientSearchProps {
  label: string;
  size?: "sm" | "md";
  value: string | undefined;
  /** Of the chosen one, if it is known. */
  name: string | undefined;
  onChange: (value: string | undefined) => void;
}

const shown = 8;

export function ClientSearch({ label, size = "md", value, name, onChange }: ClientSearchProps) {
  const t = useText();
  const api = useApi();
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState<{ value: string; label: string }>();
  const [search] = useDebouncedValue(text.trim(), 250);
  const isAsked = search !== "" && search !== chosen?.label;
  const options = { placeholderData: keepPreviousData, enabled: isAsked };
  const { data: people } = useCall(api.users.list, { query: { search, role: "client", limit: shown } }, options);
  const { data: firms } = useCall(api.companies.list, { query: { search, limit: shown } }, options);
  const found = isAsked
    ? [
        ...(people?.users ?? []).map((one) => ({ ...one, type: "user" })),
        ...(firms?.companies ?? []).map((one) => ({ ...one, type: "company" })),
      ].map(({ type, id, name: given, client_number: number }) => ({
        value: `${type}/${id}`,
        label: [given || t("shell.account.newCompany"), number].filter(Boolean).join(" · "),
      }))
    : [];
  const current =
    value === undefined
      ? []
      : [chosen?.value === value ? chosen : { value, label: name === undefined || name === "" ? value : name }];
  return (
    <Select
      size={size}
      searchable
      clearable
      label={label}
      placeholder={t("admin.clients.search")}
      value={value ?? null}
      data={[...current, ...found.filter((one) => one.value !== value)]}
      // The server has already searched, also in fields not shown in the label.
      filter={({ options: given }) => given}
      nothingFoundMessage={search === "" ? undefined : t("admin.representation.noMatch")}
      onSearchChange={setText}
      onChange={(next) => {
        setChosen(found.find((one) => one.value === next));
        onChange(next ?? undefined);
      }}
    />
  );
}
