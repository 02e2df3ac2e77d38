/** Who would get the contract, and who lacks what for it. */
import type { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { useMemo } from "react";
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { faultText } from "../fault-list.tsx";

type Recipient = Answer<(typeof contracts)["previewBatch"]>["recipients"][number];

const readiness = ({ faults, pending }: Recipient) => (faults.length > 0 ? "lacking" : pending ? "pending" : "ready");
const colours = { ready: "green", pending: "grey", lacking: "orange" } as const;

function Readiness({ recipient }: { recipient: Recipient }) {
  const t = useText();
  const is = readiness(recipient);
  return (
    <StatusBadge status={is} colour={colours[is]}>
      {t(`admin.contractBatch.ready.${is}`)}
    </StatusBadge>
  );
}

export function BatchRecipients({ recipients }: { recipients: readonly Recipient[] }) {
  const t = useText();
  const language = useLanguage();
  const columns = useColumns();
  return (
    <Section title={t("admin.contractBatch.recipients", { count: recipients.length })}>
      <DataTable
        dense
        label={t("admin.contractBatch.recipients", { count: recipients.length })}
        columns={columns}
        rows={recipients}
        rowId={({ holder_type, holder_id }) => `${holder_type} ${holder_id}`}
        linkTo={({ holder_type, holder_id }) => inLanguage(language, `/admin/${holder_type}/${holder_id}/profile`)}
        step={50}
        exportName="recipients"
        empty={<Empty icon="people" title={t("admin.contractBatch.nobody")} />}
      />
    </Section>
  );
}

function useColumns(): readonly Column<Recipient>[] {
  const t = useText();
  const language = useLanguage();
  return useMemo(
    () => [
      {
        id: "name",
        header: t("admin.reviews.holder"),
        value: ({ name }) => name || t("shell.account.newCompany"),
        phone: "title",
      },
      {
        id: "state",
        header: t("contracts.list.state"),
        value: (row) => t(`admin.contractBatch.ready.${readiness(row)}`),
        cell: (row) => <Readiness recipient={row} />,
        phone: "key",
      },
      {
        id: "lacks",
        header: t("admin.contractBatch.lacks"),
        value: ({ faults }) => [...new Set(faults.map((fault) => faultText(t, language, fault)))].join("; "),
        phone: "line",
      },
    ],
    [t, language],
  );
}
