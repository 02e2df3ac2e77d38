/** Filters of the audit log: client, person, action, object, days. The choice is in the address. */
import { NativeSelect, Select, TextInput } from "@mantine/core";
import type { AuditedEntry } from "@portico/api/audit.ts";
import { useMemo, useState } from "react";
import { ClientSearch } from "../../holders/staff/client-search.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useFirmToday } from "../../shell/firm-day.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { Button } from "../../ui/button.tsx";
import { PhoneFilters } from "../../ui/phone-filters.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../audit.module.css";
import type { AuditFilter } from "./audit-search.ts";
import { listActions, subjectWord } from "./audit-words.ts";

interface AuditFiltersProps {
  filter: AuditFilter;
  /** The shown entries, which name those whom the address names by number. */
  entries: readonly AuditedEntry[] | undefined;
}

const inPlace = { replace: true, preventScrollReset: true };

export function AuditFilters({ filter, entries }: AuditFiltersProps) {
  const t = useText();
  const today = useFirmToday();
  const change = useChangeParam(inPlace);
  const set = Object.keys(filter).length;
  return (
    <PhoneFilters set={set}>
      <ClientSearch
        size="sm"
        label={t("audit.filter.holder")}
        value={filter.holder}
        name={nameOfHolder(filter.holder, entries)}
        onChange={(holder) => change("holder", holder)}
      />
      <PersonFilter person={filter.person} entries={entries} onChange={(person) => change("person", person)} />
      <ActionFilter action={filter.action} onChange={(action) => change("action", action)} />
      {(["from", "to"] as const).map((side) => (
        <TextInput
          key={side}
          size="sm"
          type="date"
          label={t(`audit.filter.${side}`)}
          max={today}
          value={filter[side] ?? ""}
          onChange={({ currentTarget: { value } }) => change(side, value)}
        />
      ))}
      <SubjectFilter key={filter.subject ?? ""} subject={filter.subject} onChange={(one) => change("subject", one)} />
      {set > 0 && (
        <Button
          size="sm"
          variant="subtle"
          className={styles.clear ?? ""}
          onClick={() => {
            for (const name of Object.keys(filter)) change(name, undefined);
          }}
        >
          {t("audit.filter.clear")}
        </Button>
      )}
    </PhoneFilters>
  );
}

const nameOfHolder = (holder: string | undefined, entries: AuditFiltersProps["entries"]): string | undefined =>
  entries?.find(({ subject: { holder: one } }) => one && `${one.holder_type}/${one.holder_id}` === holder)?.subject
    .holder?.name;

interface FieldProps<Value> {
  onChange: (value: Value | undefined) => void;
}

function PersonFilter({
  person,
  entries,
  onChange,
}: { person: number | undefined; entries: AuditFiltersProps["entries"] } & FieldProps<string>) {
  const t = useText();
  const { data: colleagues = [] } = useCall(useApi().colleagues.list, {}, { staleTime: 60_000 });
  const known = colleagues.map(({ id, name }) => ({ value: String(id), label: name }));
  const isOther = person !== undefined && !colleagues.some(({ id }) => id === person);
  const name = entries?.find(({ actor }) => actor.id === person)?.actor.name;
  return (
    <NativeSelect
      size="sm"
      label={t("audit.filter.person")}
      value={person ?? ""}
      data={[
        { value: "", label: t("audit.filter.anybody") },
        ...(isOther ? [{ value: String(person), label: name ?? `№ ${person}` }] : []),
        ...known,
      ]}
      onChange={({ currentTarget: { value } }) => onChange(value)}
    />
  );
}

function ActionFilter({ action, onChange }: { action: string | undefined } & FieldProps<string>) {
  const t = useText();
  const language = useLanguage();
  const actions = useMemo(() => listActions(t, language), [t, language]);
  const several = action?.includes(",") ? action : undefined;
  return (
    <Select
      size="sm"
      searchable
      clearable
      label={t("audit.filter.action")}
      placeholder={t("audit.filter.anyAction")}
      limit={60}
      value={action ?? null}
      data={[
        ...(several === undefined
          ? []
          : [{ value: several, label: t("audit.filter.several", { count: several.split(",").length }) }]),
        ...actions,
      ]}
      nothingFoundMessage={t("audit.filter.noAction")}
      onChange={(value) => onChange(value ?? undefined)}
    />
  );
}

/** Types that people look for by their own number or name; others are reached from an entry. */
const types = [
  "setting",
  "transactionRequest",
  "contractTemplate",
  "content",
  "custodian",
  "instrument",
  "import",
] as const;

function SubjectFilter({ subject, onChange }: { subject: string | undefined } & FieldProps<string>) {
  const t = useText();
  const [type = "", ...rest] = subject?.split("/") ?? [];
  const [chosen, setChosen] = useState(type);
  const [typed, setTyped] = useState(rest.join("/"));
  const offered: string[] = types.some((one) => one === type) || type === "" ? [...types] : [type, ...types];
  return (
    <form
      className={styles.subject}
      aria-label={t("audit.filter.subject")}
      onSubmit={(event) => {
        event.preventDefault();
        onChange(chosen === "" || typed.trim() === "" ? undefined : `${chosen}/${typed.trim()}`);
      }}
    >
      <NativeSelect
        size="sm"
        label={t("audit.filter.subject")}
        value={chosen}
        data={[
          { value: "", label: t("audit.filter.anySubject") },
          ...offered.map((value) => ({ value, label: subjectWord(t, value) })),
        ]}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value);
          if (value === "" && subject !== undefined) onChange(undefined);
        }}
      />
      <TextInput
        size="sm"
        label={t("audit.filter.subjectId")}
        value={typed}
        onChange={({ currentTarget: { value } }) => setTyped(value)}
      />
      <Button type="submit" size="sm" variant="default">
        {t("audit.filter.find")}
      </Button>
    </form>
  );
}
