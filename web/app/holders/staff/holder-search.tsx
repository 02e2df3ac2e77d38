/** Finds a user or company to add, by name, e-mail or client number, among the first matches. */
import { Select } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useText } from "../../ui/text.tsx";

interface HolderSearchProps {
  wanted: "user" | "company";
  label: string;
  hint?: string;
  /** As the fields or buttons beside it. */
  size?: "sm" | "md";
  value: number | null;
  /** Ids to leave out. */
  without: readonly number[];
  /** `name` is that of the chosen one. */
  onChange: (id: number | null, name: string) => void;
}

const shown = 8;

export function HolderSearch({ wanted, label, hint, size = "md", value, without, onChange }: HolderSearchProps) {
  const t = useText();
  const api = useApi();
  const [text, setText] = useState("");
  const [search] = useDebouncedValue(text.trim(), 250);
  const query = { query: { search, limit: shown } };
  const options = { placeholderData: keepPreviousData };
  const users = useCall(api.users.list, query, { ...options, enabled: wanted === "user" && search !== "" });
  const companies = useCall(api.companies.list, query, { ...options, enabled: wanted === "company" && search !== "" });
  const found =
    wanted === "user"
      ? users.data?.users.map(({ id, name, email }) => ({ id, name, label: `${name} · ${email}` }))
      : companies.data?.companies.map(({ id, name: given, client_number }) => {
          const name = given || t("shell.account.newCompany");
          return { id, name, label: [name, client_number].filter(Boolean).join(" · ") };
        });
  return (
    <Select
      size={size}
      searchable
      clearable
      label={label}
      {...(hint && { description: hint })}
      value={value === null ? null : String(value)}
      data={(found ?? [])
        .filter(({ id }) => !without.includes(id))
        .map(({ id, label }) => ({ value: String(id), label }))}
      // The server has already searched, also in fields not shown in the label.
      filter={({ options }) => options}
      nothingFoundMessage={search === "" ? undefined : t("admin.representation.noMatch")}
      onSearchChange={setText}
      onChange={(value) => {
        const id = value === null ? null : Number(value);
        onChange(id, found?.find((one) => one.id === id)?.name ?? "");
      }}
    />
  );
}
