/** One sending to many: its progress, and each recipient. */
import { Button } from "@mantine/core";
import type { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { useMemo } from "react";
import { useParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { inLanguage, LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { DataTable } from "../../ui/data-table.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Icon } from "../../ui/icon.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import { faultText } from "../fault-list.tsx";
import { BulkBadge } from "./bulk-badge.tsx";
import { staffContractPath, templatePath } from "./paths.ts";
import { useBulkActions } from "./use-bulk-actions.ts";
import { useTemplateName } from "./use-templates.ts";

type Sending = Answer<(typeof contracts)["getBulk"]>;
type Row = Sending["rows"][number];

export default function BulkPage() {
  const t = useText();
  const api = useApi();
  const id = Number(useParams()["id"]);
  const query = useCall(api.contracts.getBulk, { params: { id } });
  return (
    <>
      <PageTitle>{t("admin.bulk.one")}</PageTitle>
      <LocaleLink to="/admin/contracts/sendings" className={styles.back} data-no-print>
        <Icon name="back" size={16} />
        {t("admin.bulk.title")}
      </LocaleLink>
      {query.data ? (
        <SendingView sending={query.data} />
      ) : (
        <>
          <PageHead title={t("admin.bulk.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function SendingView({ sending }: { sending: Sending }) {
  const t = useText();
  const language = useLanguage();
  const withList = useWithThisList();
  const { id, contract_type, template_version, state, total, sent, failed, created_at, created_by } = sending;
  const canWork = useHasLevel("office");
  const { setState, cancel } = useBulkActions(id);
  const nameOf = useTemplateName();
  const columns = useColumns();
  return (
    <>
      <PageHead
        title={t("admin.bulk.one")}
        actions={
          canWork && (
            <>
              {(state === "running" || state === "paused") && (
                <Button variant="default" onClick={cancel}>
                  {t("admin.bulk.cancel")}
                </Button>
              )}
              {state === "running" && <Button onClick={() => setState("paused")}>{t("admin.bulk.pause")}</Button>}
              {state === "paused" && <Button onClick={() => setState("running")}>{t("admin.bulk.resume")}</Button>}
            </>
          )
        }
      >
        <span className={styles.lead}>
          <BulkBadge state={state} />
          <LocaleLink to={templatePath(contract_type)}>
            {nameOf(contract_type)} · {t("admin.templates.versionNumber", { version: template_version })}
          </LocaleLink>
          <span>
            {created_by} · <Moment at={created_at} />
          </span>
        </span>
      </PageHead>
      <Section>
        <progress
          className={styles.progress}
          max={Math.max(total, 1)}
          value={sent + failed}
          aria-label={t("admin.bulk.progress")}
        />
        <output>{t("admin.bulk.progressText", { sent, failed, total })}</output>
      </Section>
      <Section title={t("admin.bulk.recipients", { count: total })}>
        <DataTable
          dense
          label={t("admin.bulk.recipients", { count: total })}
          columns={columns}
          rows={sending.rows}
          rowId={({ holder_type, holder_id }) => `${holder_type} ${holder_id}`}
          linkTo={({ holder_type, holder_id, contract_id }) =>
            inLanguage(
              language,
              contract_id === null
                ? `/admin/${holder_type}/${holder_id}/profile`
                : withList(staffContractPath({ holder_type, holder_id, id: contract_id })),
            )
          }
          step={50}
          exportName="sending"
        />
      </Section>
    </>
  );
}

const colours = { waiting: "grey", sent: "green", failed: "red" } as const;

function useColumns(): readonly Column<Row>[] {
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
        value: ({ state }) => t(`admin.bulk.row.${state}`),
        cell: ({ state }) => (
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.bulk.row.${state}`)}
          </StatusBadge>
        ),
        phone: "key",
      },
      {
        id: "lacks",
        header: t("admin.bulk.lacks"),
        value: ({ state, faults }) =>
          state === "failed" && faults.length === 0
            ? t("admin.bulk.ready.pending")
            : [...new Set(faults.map((fault) => faultText(t, language, fault)))].join("; "),
        phone: "line",
      },
    ],
    [t, language],
  );
}
