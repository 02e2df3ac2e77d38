/** Search and filters of the list of clients; the choice is in the address. */
import { NativeSelect } from "@mantine/core";
import { type Role, roles } from "@portico/api/permissions.ts";
import { type ReactNode, type RefObject, useCallback } from "react";
import { StateFilter } from "../../holders/staff/state-filter.tsx";
import { SearchField } from "../../shell/search-field.tsx";
import type { ListSearch } from "../../shell/staff/lists/list-search.ts";
import styles from "../../shell/staff/lists/lists.module.css";
import { useText } from "../../ui/text.tsx";

interface UserFiltersProps {
  asked: ListSearch;
  /** Must be stable: a new function would restart the search's delay. */
  onChange: (change: Partial<ListSearch>) => void;
  searchField: RefObject<HTMLInputElement | null>;
  /** Filters of other domains. */
  children: ReactNode;
}

export function UserFilters({ asked, onChange, searchField, children }: UserFiltersProps) {
  const t = useText();
  const search = useCallback((text: string) => onChange({ search: text }), [onChange]);
  return (
    <search className={styles.filters} data-no-print>
      <SearchField label={t("admin.clients.search")} asked={asked.search} onChange={search} field={searchField} />
      <StateFilter of="user" state={asked.state} onChange={(state) => onChange({ state })} />
      <NativeSelect
        size="sm"
        aria-label={t("admin.clients.role")}
        value={asked.role ?? "client"}
        data={roles.map((value) => ({
          value,
          label: value === "client" ? t("admin.clients.title") : t(`users.role.${value}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          onChange({ role: value === "client" ? undefined : (value as Role) })
        }
      />
      {children}
    </search>
  );
}
