/** One batch of contracts: its progress, and each recipient. */

import type { contracts } from "@portico/api/contracts.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { useMemo } from "react";
import { useParams } from "react-router";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { inLanguage, LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useWithThisList } from "../../shell/staff/lists/list-of-reader.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { DataTable } from "../../ui/data-table.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { StatusBadge } from "../../ui/status-badge.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../contract.module.css";
import { faultText } from "../fault-list.tsx";
import { BatchBadge } from "./batch-badge.tsx";
import { staffContractPath, templatePath } from "./paths.ts";
import { useTemplateName } from "./use-templates.ts";

/** Pausing, resuming and cancelling a batch of contracts. */
function useBatchActions(id: number) {
  const t = useText();
  const runChange = useRunChange();
  const change = (state: "running" | "paused" | "cancelled") =>
    runChange((api) => api.contracts.setBatchState({ params: { id }, body: { state } }));
  return {
    setState: (state: "running" | "paused") => {
      change(state).catch((error: unknown) => alert.error(errorText(t, error)));
    },
    cancel: () =>
      openConfirmation({
        title: t("admin.contractBatch.cancelTitle"),
        text: t("admin.contractBatch.cancelText"),
        confirmLabel: t("admin.contractBatch.cancel"),
        cancelLabel: t("admin.contractBatch.goOn"),
        destructive: true,
        action: async () => {
          await change("cancelled");
        },
      }),
  };
}

type Batch = Answer<(typeof contracts)["getBatch"]>;
type Row = Batch["rows"][number];

export default function BatchPage() {
  const t = useText();
  const api = useApi();
  const id = Number(useParams()["id"]);
  const query = useCall(api.contracts.getBatch, { params: { id } });
  return (
    <>
      <PageTitle>{t("admin.contractBatch.one")}</PageTitle>
      <BackLink to="/admin/contracts/batches">{t("admin.contractBatch.title")}</BackLink>
      {query.data ? (
        <BatchView batch={query.data} />
      ) : (
        <>
          <PageHead title={t("admin.contractBatch.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function BatchView({ batch }: { batch: Batch }) {
  const t = useText();
  const language = useLanguage();
  const withList = useWithThisList();
  const { id, contract_type, template_version, state, total, sent, failed, created_at, created_by } = batch;
  const canWork = useHasLevel("office");
  const { setState, cancel } = useBatchActions(id);
  const nameOf = useTemplateName();
  const columns = useColumns();
  return (
    <>
      <PageHead
        title={t("admin.contractBatch.one")}
        actions={
          canWork && (
            <>
              {(state === "running" || state === "paused") && (
                <Button variant="default" onClick={cancel}>
                  {t("admin.contractBatch.cancel")}
                </Button>
              )}
              {state === "running" && (
                <Button onClick={() => setState("paused")}>{t("admin.contractBatch.pause")}</Button>
              )}
              {state === "paused" && (
                <Button onClick={() => setState("running")}>{t("admin.contractBatch.resume")}</Button>
              )}
            </>
          )
        }
      >
        <Facts>
          <BatchBadge state={state} />
          <LocaleLink to={templatePath(contract_type)}>
            {nameOf(contract_type)} · {t("admin.versions.number", { version: template_version })}
          </LocaleLink>
          <span>
            {created_by} · <Moment at={created_at} />
          </span>
        </Facts>
      </PageHead>
      <Section>
        <progress
          className={styles.progress}
          max={Math.max(total, 1)}
          value={sent + failed}
          aria-label={t("admin.contractBatch.progress")}
        />
        <output>{t("admin.contractBatch.progressText", { sent, failed, total })}</output>
      </Section>
      <Section title={t("admin.contractBatch.recipients", { count: total })}>
        <DataTable
          dense
          label={t("admin.contractBatch.recipients", { count: total })}
          columns={columns}
          rows={batch.rows}
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
          exportName="batch"
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
        value: ({ state }) => t(`admin.contractBatch.row.${state}`),
        cell: ({ state }) => (
          <StatusBadge status={state} colour={colours[state]}>
            {t(`admin.contractBatch.row.${state}`)}
          </StatusBadge>
        ),
        phone: "key",
      },
      {
        id: "lacks",
        header: t("admin.contractBatch.lacks"),
        value: ({ state, faults }) =>
          state === "failed" && faults.length === 0
            ? t("admin.contractBatch.ready.pending")
            : [...new Set(faults.map((fault) => faultText(t, language, fault)))].join("; "),
        phone: "line",
      },
    ],
    [t, language],
  );
}
