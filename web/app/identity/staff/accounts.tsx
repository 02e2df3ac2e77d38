/** Whose account of a provider is whose: links that wait, and work that somebody who left still has. */

import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import type { IdentityAccount } from "@portico/api/identity.ts";
import { useMemo, useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { NativeSelect } from "../../ui/fields.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { type Translate, useText } from "../../ui/text.tsx";
import styles from "./identity.module.css";

function stateText(t: Translate, { state, linkedAt, leftWork }: IdentityAccount): string {
  if (state === "disabled")
    return leftWork ? t("admin.identity.state.leftWork", { count: leftWork }) : t("admin.identity.state.disabled");
  return t(linkedAt === null ? "admin.identity.state.waits" : "admin.identity.state.linked");
}

interface AccountsProps {
  accounts: readonly IdentityAccount[];
  providers: readonly IdentityProvider[];
}

function useAccountColumns(providers: readonly IdentityProvider[]) {
  const t = useText();
  return useMemo((): readonly Column<IdentityAccount>[] => {
    const nameOf = (id: string) => providers.find((one) => one.id === id)?.name ?? "–";
    return [
      { id: "name", header: t("admin.identity.person"), value: ({ name }) => name, phone: "title" },
      {
        id: "provider",
        header: t("admin.identity.provider"),
        value: ({ providerId }) => nameOf(providerId),
        phone: "key",
      },
      { id: "email", header: t("admin.identity.email"), value: ({ email }) => email, phone: "line" },
      { id: "state", header: t("admin.identity.state"), value: (row) => stateText(t, row), phone: "line" },
      {
        id: "signedInAt",
        header: t("admin.identity.lastSignIn"),
        value: ({ signedInAt }) => signedInAt,
        cell: ({ signedInAt }) => (signedInAt === null ? "–" : <RecordTime at={signedInAt} />),
        phone: "key",
      },
      {
        id: "actions",
        header: t("admin.identity.actions"),
        value: () => null,
        control: true,
        sortable: false,
        phone: "line",
        cell: (row) => <Actions account={row} />,
      },
    ];
  }, [t, providers]);
}

export function Accounts({ accounts, providers }: AccountsProps) {
  const t = useText();
  const columns = useAccountColumns(providers);
  return (
    <Section title={t("admin.identity.accounts")}>
      <DataTable
        dense
        label={t("admin.identity.accounts")}
        columns={columns}
        rows={accounts}
        rowId={({ id }) => String(id)}
        exportName="identity-accounts"
        empty={<Empty title={t("admin.identity.accountsNone")} />}
      />
    </Section>
  );
}

function Actions({ account }: { account: IdentityAccount }) {
  const t = useText();
  const params = { id: account.id };
  const confirm = useChange((api) => api.identity.confirmLink({ params, body: {} }), {
    onSuccess: () => alert.success(t("admin.identity.confirmed")),
  });
  const remove = useChange((api) => api.identity.removeAccount({ params }), {
    onSuccess: () => alert.success(t("admin.identity.unlinked")),
  });
  const error = confirm.error ?? remove.error;
  return (
    <>
      <span className={styles.actions}>
        {account.linkedAt === null && account.state !== "disabled" && (
          <Button
            size="compact-sm"
            aria-label={`${t("admin.identity.confirm")}: ${account.name}`}
            loading={confirm.isPending}
            onClick={() => confirm.mutate()}
          >
            {t("admin.identity.confirm")}
          </Button>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t("admin.identity.unlink")}: ${account.name}`}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          {t("admin.identity.unlink")}
        </Button>
      </span>
      {account.leftWork !== null && account.leftWork > 0 && <HandOver account={account} />}
      {error && <Notice tone="failed">{errorText(t, error)}</Notice>}
    </>
  );
}

function HandOver({ account }: { account: IdentityAccount }) {
  const t = useText();
  const { data: colleagues = [] } = useCall(useApi().colleagues.list);
  const [to, setTo] = useState("");
  const give = useChange((api) => api.identity.handOver({ params: { id: account.id }, body: { to: Number(to) } }), {
    onSuccess: () => alert.success(t("admin.identity.handedOver")),
  });
  return (
    <span className={styles.actions}>
      <NativeSelect
        size="sm"
        aria-label={`${t("admin.identity.handOver")}: ${account.name}`}
        value={to}
        data={[
          { value: "", label: t("admin.identity.chooseColleague") },
          ...colleagues.map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => setTo(event.currentTarget.value)}
      />
      <Button size="compact-sm" disabled={to === ""} loading={give.isPending} onClick={() => give.mutate()}>
        {t("admin.identity.handOverNow")}
      </Button>
      {give.error && <Notice tone="failed">{errorText(t, give.error)}</Notice>}
    </span>
  );
}
