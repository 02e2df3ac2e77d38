/** Custodians and cash banks, their accounts, and account numbers that nobody has. */
import type { Custodian } from "@portico/api/custodians.ts";
import { useMemo, useState } from "react";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { HistoryButton } from "../../shell/staff/history/history-button.tsx";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useText } from "../../ui/text.tsx";
import { Accounts } from "./accounts.tsx";
import { BankCodes } from "./bank-codes.tsx";
import { CustodianForm } from "./custodian-form.tsx";
import { UnknownAccounts } from "./unknown-accounts.tsx";

export default function CustodiansPage() {
  const t = useText();
  const query = useCall(useApi().custodians.list);
  const [edited, setEdited] = useState<Custodian | "new">();
  const [coded, setCoded] = useState<Custodian>();
  const columns = useColumns(setEdited, setCoded);
  const { data } = query;
  const close = () => setEdited(undefined);
  return (
    <>
      <PageTitle>{t("admin.custodians.title")}</PageTitle>
      <PageHead
        title={t("admin.custodians.title")}
        actions={
          <>
            <HistoryButton
              kind="custodian"
              title={t("admin.custodians.title")}
              canRestore={(change) => formerOf(data?.custodians, change) !== undefined}
              onRestore={(change) => setEdited(formerOf(data?.custodians, change))}
            />
            {data?.can.create && <Button onClick={() => setEdited("new")}>{t("admin.custodians.add")}</Button>}
          </>
        }
      >
        {t("admin.custodians.about")}
      </PageHead>
      <Section>
        <DataTable
          dense
          label={t("admin.custodians.title")}
          columns={columns}
          rows={data?.custodians}
          rowId={({ id }) => String(id)}
          exportName="custodians"
          step={Number.MAX_SAFE_INTEGER}
          error={query.error ? { retry: () => void query.refetch(), retrying: query.isFetching } : undefined}
          empty={
            <Empty icon="folder" title={t("admin.custodians.none")}>
              {t("admin.firstSteps.custodians")}
            </Empty>
          }
        />
      </Section>
      {data && data.unknown_accounts > 0 && <UnknownAccounts custodians={data.custodians} mayLink={data.can.link} />}
      {data && data.custodians.length > 0 && <Accounts custodians={data.custodians} mayLink={data.can.link} />}
      {coded && (
        <Dialog
          opened
          size="lg"
          onClose={() => setCoded(undefined)}
          title={t("admin.bankCodes.title", { name: coded.name })}
        >
          <BankCodes custodian={coded} onSaved={() => setCoded(undefined)} />
        </Dialog>
      )}
      {edited !== undefined && (
        <Dialog
          opened
          size="lg"
          onClose={close}
          title={edited === "new" ? t("admin.custodians.add") : t("admin.custodians.editOf", { name: edited.name })}
        >
          <CustodianForm custodian={edited === "new" ? undefined : edited} onSaved={close} />
        </Dialog>
      )}
    </>
  );
}

/** A custodian as a change recorded it, for its form; undefined if the reader may not save it, or the change was of something else. */
function formerOf(
  custodians: readonly Custodian[] | undefined,
  { key, after }: { key: string; after?: unknown },
): Custodian | undefined {
  const current = custodians?.find(({ id }) => String(id) === key);
  const recorded = after as Partial<Custodian> | null | undefined;
  return current?.can.save && recorded?.day_basis !== undefined ? { ...current, ...recorded } : undefined;
}

type Choose = (one: Custodian) => void;

/** Whether it sends files of a bank, whose codes can be explained. */
const hasCodes = ({ kind, formats }: Custodian): boolean =>
  kind === "bank" || formats.some((format) => format === "camt" || format === "mt940");

function useColumns(edit: Choose, showCodes: Choose): readonly Column<Custodian>[] {
  const t = useText();
  return useMemo(
    () => [
      { id: "name", header: t("admin.custodians.name"), value: ({ name }) => name, phone: "title" },
      {
        id: "kind",
        header: t("admin.custodians.kind"),
        value: ({ kind }) => t(`admin.custodians.kind.${kind}`),
        phone: "key",
      },
      { id: "country", header: t("admin.custodians.country"), value: ({ country }) => country ?? "–" },
      {
        id: "formats",
        header: t("admin.custodians.formats"),
        value: ({ formats }) => formats.map((one) => t(`admin.imports.format.${one}`)).join(", ") || "–",
        phone: "line",
      },
      {
        id: "basis",
        header: t("admin.custodians.basis"),
        value: ({ day_basis: basis }) => t(`admin.custodians.basis.${basis}`),
      },
      {
        id: "accounts",
        header: t("admin.custodians.accounts"),
        value: ({ accounts }) => accounts,
        numeric: true,
        phone: "key",
      },
      {
        id: "state",
        header: t("admin.custodians.booking"),
        value: ({ automatic, ended_at: ended }) =>
          t(
            ended !== null
              ? "admin.custodians.ended"
              : automatic
                ? "admin.custodians.byItself"
                : "admin.custodians.byPerson",
          ),
        cell: ({ automatic, ended_at: ended }) => (
          <StatusBadge status="" colour={ended === null ? "green" : "grey"}>
            {t(
              ended !== null
                ? "admin.custodians.ended"
                : automatic
                  ? "admin.custodians.byItself"
                  : "admin.custodians.byPerson",
            )}
          </StatusBadge>
        ),
        phone: "line",
      },
      {
        id: "work",
        header: t("admin.custodians.edit"),
        value: () => null,
        control: true,
        sortable: false,
        phone: "line",
        cell: (one) => <RowActions custodian={one} edit={edit} showCodes={showCodes} />,
      },
    ],
    [t, edit, showCodes],
  );
}

function RowActions({ custodian, edit, showCodes }: { custodian: Custodian; edit: Choose; showCodes: Choose }) {
  const t = useText();
  const runChange = useRunChange();
  const { id, name, can } = custodian;
  const end = () =>
    openConfirmation({
      title: t("admin.custodians.endTitle", { name }),
      text: t("admin.custodians.endText"),
      confirmLabel: t("admin.custodians.end"),
      action: async () => void (await runChange((calls) => calls.custodians.end({ params: { id }, body: {} }))),
    });
  const restore = () => void runChange((calls) => calls.custodians.restore({ params: { id }, body: {} }));
  return (
    <>
      {can.save && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${t("admin.custodians.edit")}: ${name}`}
          onClick={() => edit(custodian)}
        >
          {t("admin.custodians.edit")}
        </Button>
      )}
      {hasCodes(custodian) && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={`${t("admin.bankCodes.edit")}: ${name}`}
          onClick={() => showCodes(custodian)}
        >
          {t("admin.bankCodes.edit")}
        </Button>
      )}
      {can.end && (
        <Button size="compact-sm" variant="subtle" aria-label={`${t("admin.custodians.end")}: ${name}`} onClick={end}>
          {t("admin.custodians.end")}
        </Button>
      )}
      {can.restore && (
        <Button size="compact-sm" variant="subtle" onClick={restore}>
          {t("admin.custodians.restore")}
        </Button>
      )}
    </>
  );
}
