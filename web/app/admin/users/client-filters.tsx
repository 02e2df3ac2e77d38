/** Search and filters over the list of clients; what is chosen stands in the address. */
import { NativeSelect } from "@mantine/core";
import { type Role, roles } from "@portico/api/permissions.ts";
import { type RefObject, useCallback } from "react";
import { useText } from "../../ui/text.tsx";
import { ColleagueFilter } from "../lists/colleague-filter.tsx";
import type { ListSearch } from "../lists/list-search.ts";
import styles from "../lists/lists.module.css";
import { SearchField } from "../lists/search-field.tsx";
import { StateFilter } from "../lists/state-filter.tsx";

interface ClientFiltersProps {
  asked: ListSearch;
  /** Always the same function: a new one would begin the search's pause again. */
  onChange: (change: Partial<ListSearch>) => void;
  searchField: RefObject<HTMLInputElement | null>;
}

export function ClientFilters({ asked, onChange, searchField }: ClientFiltersProps) {
  const t = useText();
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);
  return (
    <search className={styles.filters}>
      <SearchField label={t("admin.clients.search")} asked={asked.search} onChange={search} field={searchField} />
      <StateFilter of="user" state={asked.state} onChange={(state) => onChange({ state })} />
      <NativeSelect
        size="sm"
        aria-label={t("admin.clients.role")}
        value={asked.role ?? ""}
        data={[
          { value: "", label: t("admin.clients.anyRole") },
          ...roles.map((value) => ({ value, label: t(`users.role.${value}`) })),
        ]}
        onChange={(event) => onChange({ role: (event.currentTarget.value || undefined) as Role | undefined })}
      />
      <ColleagueFilter assigned={asked.assigned} onChange={(assigned) => onChange({ assigned })} />
    </search>
  );
}
