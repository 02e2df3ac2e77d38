/** Accounts at custodians, whose they are, and a further one. */
import type { Custodian, CustodianAccount } from "@portico/api/custodians.ts";
import { useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { ShowMore } from "../../shell/calls/query-states.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { usePages } from "../../shell/calls/use-pages.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { AccountDialog, type GivenAccount } from "./account-dialog.tsx";

export function Accounts({ custodians, mayLink }: { custodians: readonly Custodian[]; mayLink: boolean }) {
  const t = useText();
  const [custodian, setCustodian] = useState<number>();
  const query = usePages(useApi().custodians.listAccounts, {
    query: { limit: 100, ...(custodian !== undefined && { custodian }) },
  });
  const [given, setGiven] = useState<GivenAccount>();
  const columns = useColumns(setGiven);
  return (
    <Section
      title={t("admin.custodians.accountsTitle")}
      hint={t("admin.custodians.accountsHint")}
      actions={
        mayLink && (
          <Button size="sm" variant="default" onClick={() => setGiven({ custodian: custodian ?? null, number: "" })}>
            {t("admin.custodians.accountAdd")}
          </Button>
        )
      }
    >
      <NativeSelect
        size="sm"
        label={t("admin.custodians.custodian")}
        value={custodian === undefined ? "" : String(custodian)}
        data={[
          { value: "", label: t("admin.custodians.all") },
          ...custodians.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => setCustodian(Number(event.currentTarget.value) || undefined)}
      />
      <DataTable
        dense
        label={t("admin.custodians.accountsTitle")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        exportName="custodian-accounts"
        step={Number.MAX_SAFE_INTEGER}
        error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
        empty={<Empty icon="info" title={t("admin.custodians.accountsNone")} />}
      />
      <ShowMore query={query} />
      {given && <AccountDialog given={given} custodians={custodians} onClose={() => setGiven(undefined)} />}
    </Section>
  );
}

function useColumns(choose: (one: GivenAccount) => void): readonly Column<CustodianAccount>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "number", header: t("admin.custodians.number"), value: ({ number }) => number, phone: "title" },
      {
        id: "custodian",
        header: t("admin.custodians.custodian"),
        value: ({ custodian: { name } }) => name,
        phone: "key",
      },
      { id: "currency", header: t("admin.custodians.currency"), value: ({ currency }) => currency ?? "–" },
      {
        id: "of",
        header: t("admin.custodians.of"),
        value: ({ holder, purpose }) => holder?.name ?? t(`admin.custodians.purpose.${purpose}`),
        cell: ({ holder, purpose }) =>
          holder ? (
            <LocaleLink to={`/admin/${holder.holder_type}/${holder.holder_id}/portfolio`}>{holder.name}</LocaleLink>
          ) : (
            t(`admin.custodians.purpose.${purpose}`)
          ),
        phone: "key",
      },
      {
        id: "linked",
        header: t("admin.custodians.linked"),
        value: ({ linked_at: at }) => at,
        cell: ({ linked_at: at, linked_by: by, ended_at: ended }) => (
          <>
            {ended === null ? null : `${t("admin.custodians.closed")} · `}
            {by} · <RecordTime at={at} />
          </>
        ),
        phone: "line",
      },
      {
        id: "work",
        header: t("admin.custodians.whose"),
        value: () => null,
        control: true,
        sortable: false,
        phone: "line",
        cell: (one) => <AccountActions account={one} choose={choose} />,
      },
    ],
    [t, choose],
  );
}

function AccountActions({ account, choose }: { account: CustodianAccount; choose: (one: GivenAccount) => void }) {
  const t = useText();
  const runChange = useRunChange();
  const { id, number, currency, version, custodian, can } = account;
  const close = () =>
    openConfirmation({
      title: t("admin.custodians.closeTitle", { number }),
      text: t("admin.custodians.closeText"),
      confirmLabel: t("admin.custodians.close"),
      reason: { label: t("admin.custodians.reason"), hint: t("admin.custodians.closeReasonHint") },
      action: async (reason = "") => {
        await runChange((calls) => calls.custodians.endAccount({ params: { id }, body: { version, reason } }));
      },
    });
  return (
    <>
      {can.change && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${t("admin.custodians.change")}: ${number}`}
          onClick={() => choose({ custodian: custodian.id, number, currency })}
        >
          {t("admin.custodians.change")}
        </Button>
      )}
      {can.end && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${t("admin.custodians.close")}: ${number}`}
          onClick={close}
        >
          {t("admin.custodians.close")}
        </Button>
      )}
    </>
  );
}
