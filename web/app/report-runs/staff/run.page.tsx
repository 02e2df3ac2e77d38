/** One run: its progress, what may be done with it, and each addressee. */
import { NativeSelect } from "@mantine/core";
import type { ReportRun, RunAddressee } from "@portico/api/report-runs.ts";
import { type AddresseeState, addresseeStates, type RunAction } from "@portico/api/rules/report-runs.ts";
import { useMemo, useState } from "react";
import { useParams } from "react-router";
import { errorText } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { StaffTable } from "../../shell/staff/lists/staff-table.tsx";
import parts from "../../shell/staff/parts.module.css";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { Moment, RecordMinute } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead, Section } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import type { Column } from "../../ui/table-column.ts";
import { useLanguage, useText } from "../../ui/text.tsx";
import { AllowGaps } from "./allow-gaps.tsx";
import { AddresseeBadge, RunBadge, reasonText, whomText } from "./run-texts.tsx";
import styles from "./runs.module.css";
import { useAddressees, useRetry, useRun, useRunAction } from "./use-report-runs.ts";

export default function RunPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const query = useRun(id);
  return (
    <>
      <PageTitle>{t("admin.runs.one")}</PageTitle>
      <BackLink to="/admin/reports">{t("admin.runs.title")}</BackLink>
      {query.data ? (
        <RunView run={query.data} />
      ) : (
        <>
          <PageHead title={t("admin.runs.one")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function RunView({ run }: { run: ReportRun }) {
  const t = useText();
  const language = useLanguage();
  const { kind, from, to, state, total, counts, startedAt, startedBy, releasedAt, releasedBy, listed } = run;
  const done = total - (counts.waiting ?? 0);
  return (
    <>
      <PageHead title={t(`reports.kind.${kind}`)} actions={<Actions run={run} />}>
        <Facts>
          <RunBadge state={state} />
          <span>{t("reports.page.period", { from, to })}</span>
          <span>{whomText(t, language, run)}</span>
          {startedAt && (
            <span>
              {startedBy ?? t("admin.runs.bySchedule")} · <Moment at={startedAt} />
            </span>
          )}
          {!run.atOnce && releasedAt && (
            <span>
              {t("admin.runs.delivered")}: {releasedBy} · <Moment at={releasedAt} />
            </span>
          )}
        </Facts>
      </PageHead>
      <Section>
        <progress
          className={styles.progress}
          max={Math.max(total, 1)}
          value={done}
          aria-label={t("admin.runs.progress")}
        />
        <output>{t("admin.runs.progressText", { done, total })}</output>
        {!listed && state === "running" && <p className={parts.muted}>{t("admin.runs.listing")}</p>}
        <dl className={styles.counts}>
          {addresseeStates
            .filter((one) => (counts[one] ?? 0) > 0)
            .map((one) => (
              <div key={one}>
                <dt>
                  <AddresseeBadge state={one} />
                </dt>
                <dd>{counts[one]}</dd>
              </div>
            ))}
        </dl>
      </Section>
      <Addressees run={run} />
    </>
  );
}

/** What is asked before it is done, as it cannot be undone. */
function useConfirmed(run: ReportRun): (action: RunAction) => void {
  const t = useText();
  const runChange = useRunChange();
  const count = run.counts.made ?? 0;
  const texts = {
    cancel: { title: t("admin.runs.cancelTitle"), text: t("admin.runs.cancelText") },
    publish: { title: t("admin.runs.publishTitle", { count }), text: t("admin.runs.publishText") },
    withhold: { title: t("admin.runs.withholdTitle"), text: t("admin.runs.withholdText") },
  };
  return (action) => {
    if (action !== "cancel" && action !== "publish" && action !== "withhold") return;
    openConfirmation({
      ...texts[action],
      confirmLabel: t(`admin.runs.action.${action}`),
      cancelLabel: t("admin.runs.goOn"),
      destructive: action !== "publish",
      action: async () => {
        await runChange((api) => api.reportRuns.move({ params: { id: run.id }, body: { action } }));
      },
    });
  };
}

const confirmed = ["withhold", "cancel", "publish"] as const;
const direct = ["pause", "resume", "start"] as const;

function Actions({ run }: { run: ReportRun }) {
  const t = useText();
  const canWork = useHasLevel("office");
  const change = useRunAction(run.id);
  const retry = useRetry(run.id);
  const confirm = useConfirmed(run);
  if (!canWork) return null;
  const { can } = run;
  const error = change.error ?? retry.error;
  return (
    <>
      {can.retry && (
        <Button variant="default" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
          {t("admin.runs.action.retry")}
        </Button>
      )}
      {confirmed
        .filter((action) => can[action])
        .map((action) => (
          <Button key={action} variant={action === "publish" ? "filled" : "default"} onClick={() => confirm(action)}>
            {t(`admin.runs.action.${action}`)}
          </Button>
        ))}
      {direct
        .filter((action) => can[action])
        .map((action) => (
          <Button key={action} loading={change.isPending} onClick={() => change.mutate(action)}>
            {t(`admin.runs.action.${action}`)}
          </Button>
        ))}
      {error && <Notice tone="failed">{errorText(t, error)}</Notice>}
    </>
  );
}

function Addressees({ run }: { run: ReportRun }) {
  const t = useText();
  const [state, setState] = useState<AddresseeState>();
  const [allowed, setAllowed] = useState<RunAddressee>();
  const canWork = useHasLevel("office");
  const query = useAddressees(run.id, state);
  const columns = useColumns(canWork ? setAllowed : undefined);
  return (
    <Section title={t("admin.runs.addressees")}>
      <div className={styles.filter}>
        <NativeSelect
          label={t("admin.runs.stateHead")}
          value={state ?? ""}
          data={[
            { value: "", label: t("admin.runs.allStates") },
            ...addresseeStates
              .filter((one) => one === state || (run.counts[one] ?? 0) > 0)
              .map((one) => ({ value: one, label: t(`admin.runs.addressee.${one}`) })),
          ]}
          onChange={({ currentTarget: { value } }) => setState(value === "" ? undefined : (value as AddresseeState))}
        />
      </div>
      <StaffTable
        query={query}
        label={t("admin.runs.addressees")}
        columns={columns}
        rows={query.data?.rows}
        rowId={({ id }) => String(id)}
        pathOf={({ holderType, holderId, report }) =>
          `/admin/${holderType}/${holderId}/${report === null ? "reports" : `reports/${report}`}`
        }
        empty={<Empty icon="people" title={t("admin.runs.noAddressees")} />}
      />
      {allowed && <AllowGaps run={run.id} addressee={allowed} onClose={() => setAllowed(undefined)} />}
    </Section>
  );
}

const minute = (at: string | null) => at && <RecordMinute at={at} />;

function useColumns(onAllow: ((row: RunAddressee) => void) | undefined): readonly Column<RunAddressee>[] {
  const t = useText();
  return useMemo((): readonly Column<RunAddressee>[] => {
    const why = ({ reason, allowedReason, allowedBy }: RunAddressee): string => {
      if (reason !== null) return reasonText(t, reason);
      if (allowedReason === null) return "";
      return t("admin.runs.allowedBy", { name: allowedBy ?? "", reason: allowedReason });
    };
    return [
      { id: "name", header: t("admin.runs.client"), value: ({ name }) => name, phone: "title" },
      {
        id: "state",
        header: t("admin.runs.stateHead"),
        value: ({ state }) => t(`admin.runs.addressee.${state}`),
        cell: ({ state }) => <AddresseeBadge state={state} />,
        phone: "key",
      },
      { id: "gaps", header: t("admin.runs.gaps"), value: ({ gaps }) => (gaps > 0 ? gaps : null), numeric: true },
      {
        id: "why",
        header: t("admin.runs.why"),
        value: why,
        cell: (row) =>
          row.state === "gapped" && onAllow ? (
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t("admin.runs.allow")}: ${row.name}`}
              onClick={(event) => {
                event.preventDefault();
                event.stopPropagation();
                onAllow(row);
              }}
            >
              {t("admin.runs.allow")}
            </Button>
          ) : (
            why(row)
          ),
        phone: "line",
      },
      {
        id: "made",
        header: t("admin.runs.madeAt"),
        value: ({ madeAt }) => madeAt,
        cell: ({ madeAt }) => minute(madeAt),
      },
      {
        id: "published",
        header: t("admin.runs.publishedAt"),
        value: ({ publishedAt }) => publishedAt,
        cell: ({ publishedAt }) => minute(publishedAt),
      },
      {
        id: "told",
        header: t("admin.runs.toldAt"),
        value: ({ toldAt }) => toldAt,
        cell: ({ toldAt }) => minute(toldAt),
      },
      {
        id: "opened",
        header: t("admin.runs.openedAt"),
        value: ({ openedAt }) => openedAt,
        cell: ({ openedAt }) => minute(openedAt),
      },
    ];
  }, [t, onAllow]);
}
