/** People who were brought in: who is invited, has chosen a password and signed in, and whose mail came back. */

import { NativeSelect, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import type { ClientInvitation } from "@portico/api/client-imports.ts";
import { clientInvitationStates } from "@portico/api/rules/client-imports.ts";
import { useState } from "react";
import { useSearchParams } from "react-router";
import { useSaveSetting } from "../../settings/staff/use-setting-form.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useSelection } from "../../shell/staff/queue/use-selection.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { tablePages } from "../../shell/table-pages.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";

import styles from "./client-imports.module.css";
import { CorrectEmail } from "./correct-email.tsx";
import { useInvitationColumns } from "./invitation-columns.tsx";
import { InviteActions } from "./invite-actions.tsx";
import { PaceForm } from "./pace-form.tsx";
import { type InvitationFilter, useClientInvitations } from "./use-client-invitations.ts";

const states = [...clientInvitationStates, "signedIn", "returned"] as const;

/** The file is in the address, because its page leads here. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const [state, setState] = useState<InvitationFilter["state"]>();
  const [typed, setTyped] = useState("");
  const [search] = useDebouncedValue(typed.trim(), 250);
  const file = Number(params.get("file"));
  const importId = Number.isSafeInteger(file) && file > 0 ? file : undefined;
  const filter: InvitationFilter = {
    ...(importId !== undefined && { importId }),
    ...(state && { state }),
    ...(search !== "" && { search }),
  };
  return { filter, state, setState, typed, setTyped, importId, forgetFile: () => setParams({}, { replace: true }) };
}

export default function ClientInvitationsPage() {
  const t = useText();
  const isAdmin = useHasLevel("admin");
  return (
    <>
      <PageTitle>{t("admin.clientInvitations.title")}</PageTitle>
      <BackLink to="/admin/client-imports">{t("admin.clientImports.title")}</BackLink>
      <PageHead title={t("admin.clientInvitations.title")}>{t("admin.clientInvitations.lead")}</PageHead>
      {isAdmin ? <Brought /> : <Notice>{t("admin.clientImports.adminsOnly")}</Notice>}
    </>
  );
}

function Brought() {
  const t = useText();
  const chosenFilter = useFilter();
  const { filter } = chosenFilter;
  const query = useClientInvitations(filter);
  const [first] = query.data?.pages ?? [];
  return (
    <>
      {first && <Pace pace={first.pace} />}
      {first && (
        <StatTiles>
          {states.map((one) => (
            <StatTile key={one} label={t(`admin.clientInvitations.state.${one}`)}>
              {first.counts[one]}
            </StatTile>
          ))}
        </StatTiles>
      )}
      <Invitations {...chosenFilter} query={query} />
    </>
  );
}

function Pace({ pace }: { pace: { perHour: number; days: number; missing: readonly string[] } }) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  const save = useSaveSetting("clientInvitations");
  return (
    <>
      {pace.missing.length > 0 && (
        <Notice tone="attention">
          {t("admin.clientInvitations.missing")} <LocaleLink to="/admin/set-up">{t("admin.setUp.title")}</LocaleLink>
        </Notice>
      )}
      <div className={styles.chosen}>
        <span>{t("admin.clientInvitations.pace", pace)}</span>
        <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
          {t("admin.clientInvitations.change")}
        </Button>
        <LocaleLink to="/admin/settings/mail-texts">{t("admin.clientInvitations.texts")}</LocaleLink>
      </div>
      {isOpen && <PaceForm pace={pace} save={save} onClose={() => setOpen(false)} />}
    </>
  );
}

type InvitationsProps = ReturnType<typeof useFilter> & { query: ReturnType<typeof useClientInvitations> };

function Invitations({ query, filter, state, setState, typed, setTyped, importId, forgetFile }: InvitationsProps) {
  const t = useText();
  const [corrected, setCorrected] = useState<ClientInvitation>();
  const rows = query.data?.rows;
  const open = (rows ?? []).filter((one) => one.state !== "accepted").map(({ id }) => String(id));
  const selection = useSelection(open, JSON.stringify(filter));
  const columns = useInvitationColumns(selection, open, setCorrected);
  const [first] = query.data?.pages ?? [];
  return (
    <Section title={t("admin.clientInvitations.list")}>
      <div className={styles.filters}>
        <NativeSelect
          label={t("admin.clientInvitations.filter")}
          value={state ?? ""}
          data={[
            { value: "", label: t("admin.clientInvitations.all") },
            ...states.map((value) => ({ value, label: t(`admin.clientInvitations.state.${value}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => setState(value === "" ? undefined : (value as typeof state))}
        />
        <TextInput
          type="search"
          label={t("admin.clientInvitations.search")}
          value={typed}
          onChange={({ currentTarget: { value } }) => setTyped(value)}
        />
        {importId !== undefined && (
          <Button variant="default" onClick={forgetFile}>
            {t("admin.clientInvitations.everybody")}
          </Button>
        )}
      </div>
      {first && <InviteActions first={first} filter={filter} selection={selection} />}
      <DataTable
        dense
        step={Number.MAX_SAFE_INTEGER}
        label={t("admin.clientInvitations.list")}
        columns={columns}
        rows={rows}
        rowId={({ id }) => String(id)}
        empty={
          <Empty icon="people" title={t("admin.clientInvitations.none")}>
            {t("admin.clientInvitations.noneExplain")}
          </Empty>
        }
        {...tablePages(t, query)}
      />
      {corrected && <CorrectEmail person={corrected} onClose={() => setCorrected(undefined)} />}
    </Section>
  );
}
