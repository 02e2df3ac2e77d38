/** One corporate action: its terms, what may be done with it, its runs, elections and versions. */
import type { ActionDetails } from "@portico/api/corporate-actions.ts";
import { useParams } from "react-router";
import { errorText } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Moment } from "../../ui/dates.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Facts, PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ActionBadge } from "./action-badge.tsx";
import { ElectionsSection } from "./elections-section.tsx";
import { RunSection } from "./run-section.tsx";
import { TermsSection } from "./terms-section.tsx";
import { useAction, usePreviewRun } from "./use-actions.ts";
import { VersionsSection } from "./versions-section.tsx";

export default function ActionPage() {
  const t = useText();
  const query = useAction(Number(useParams()["id"]));
  return (
    <>
      <PageTitle>{t("admin.actions.title")}</PageTitle>
      <BackLink to="/admin/corporate-actions">{t("admin.actions.title")}</BackLink>
      {query.data ? (
        <ActionView action={query.data} />
      ) : (
        <>
          <PageHead title={t("admin.actions.title")} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}

function ActionView({ action }: { action: ActionDetails }) {
  const t = useText();
  const { instrument, type, state, changedBy, changedAt, confirmedBy, confirmedAt, runs } = action;
  return (
    <>
      <PageHead
        title={`${instrument.name} · ${t(`corporateActions.type.${type}`)}`}
        actions={<Actions action={action} />}
      >
        <Facts>
          <ActionBadge state={state} />
          <span>
            {t("admin.actions.changedBy")}: {changedBy} · <Moment at={changedAt} />
          </span>
          {confirmedAt && (
            <span>
              {t("admin.actions.confirmedBy")}: {confirmedBy} · <Moment at={confirmedAt} />
            </span>
          )}
        </Facts>
      </PageHead>
      <TermsSection action={action} />
      {runs
        .toSorted((one, other) => other.id - one.id)
        .map((run) => (
          <RunSection key={run.id} action={action} run={run} />
        ))}
      {action.options.length > 0 && <ElectionsSection action={action} />}
      <VersionsSection action={action} />
    </>
  );
}

function Actions({ action }: { action: ActionDetails }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  const runChange = useRunChange();
  const preview = usePreviewRun(action.id);
  const { can, id, version } = action;
  return (
    <>
      {can.change && (
        <Button variant="default" onClick={() => navigate(`/admin/corporate-actions/${id}/change`)}>
          {t("admin.actions.change")}
        </Button>
      )}
      {can.cancel && (
        <Button
          variant="default"
          onClick={() =>
            openConfirmation({
              title: t("admin.actions.cancelTitle"),
              text: t("admin.actions.cancelText"),
              confirmLabel: t("admin.actions.cancel"),
              cancelLabel: t("admin.actions.keep"),
              destructive: true,
              reason: { label: t("admin.actions.reason"), hint: "" },
              action: async (reason = "") => {
                await runChange((api) => api.corporateActions.cancel({ params: { id }, body: { reason } }));
              },
            })
          }
        >
          {t("admin.actions.cancel")}
        </Button>
      )}
      {can.confirm && (
        <Button
          onClick={() =>
            openConfirmation({
              title: t("admin.actions.confirmTitle"),
              text: t("admin.actions.confirmText"),
              confirmLabel: t("admin.actions.confirm"),
              action: async () => {
                await runChange((api) => api.corporateActions.confirm({ params: { id }, body: { version } }));
              },
            })
          }
        >
          {t("admin.actions.confirm")}
        </Button>
      )}
      {can.previewApply && (
        <Button loading={preview.isPending} onClick={() => preview.mutate("apply")}>
          {t("admin.actions.previewApply")}
        </Button>
      )}
      {can.previewUndo && (
        <Button variant="default" loading={preview.isPending} onClick={() => preview.mutate("undo")}>
          {t("admin.actions.previewUndo")}
        </Button>
      )}
      {preview.error && <Notice tone="failed">{errorText(t, preview.error)}</Notice>}
    </>
  );
}
