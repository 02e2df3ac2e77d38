/** Search and filters over the list of clients; what is chosen stands in the address. */
import { NativeSelect, TextInput } from "@mantine/core";
import type { HolderState } from "@portico/api/holder-states.ts";
import { type Role, roles } from "@portico/api/permissions.ts";
import { type RefObject, useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { ColleagueFilter } from "../lists/colleague-filter.tsx";
import { type ClientSearch, states } from "./client-search.ts";
import styles from "./clients.module.css";

interface ClientFiltersProps {
  asked: ClientSearch;
  onChange: (change: Partial<ClientSearch>) => void;
  searchField: RefObject<HTMLInputElement | null>;
}

export function ClientFilters({ asked, onChange, searchField }: ClientFiltersProps) {
  const t = useText();
  return (
    <search className={styles.filters}>
      <SearchField
        key={asked.search === "" ? "cleared" : "typed"}
        asked={asked}
        onChange={onChange}
        searchField={searchField}
      />
      <NativeSelect
        size="sm"
        aria-label={t("admin.clients.state")}
        value={asked.state ?? ""}
        data={[
          { value: "", label: t("admin.clients.anyState") },
          ...states.map((value) => ({ value, label: t(`users.state.${value}`) })),
        ]}
        onChange={(event) => onChange({ state: (event.currentTarget.value || undefined) as HolderState | undefined })}
      />
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

/** Asks the server once the typing pauses. */
function SearchField({ asked, onChange, searchField }: ClientFiltersProps) {
  const t = useText();
  const [typed, setTyped] = useState(asked.search);
  useEffect(() => {
    if (typed === asked.search) return undefined;
    const timer = setTimeout(() => onChange({ search: typed }), 250);
    return () => clearTimeout(timer);
  }, [typed, asked.search, onChange]);
  return (
    <TextInput
      ref={searchField}
      size="sm"
      type="search"
      aria-label={t("admin.clients.search")}
      aria-keyshortcuts="/"
      placeholder={t("admin.clients.search")}
      leftSection={<Icon name="search" size={16} />}
      maxLength={120}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
    />
  );
}
