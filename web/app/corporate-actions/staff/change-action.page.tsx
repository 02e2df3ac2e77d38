/** Corrects a corporate action that is not applied. */
import type { ActionDetails } from "@portico/api/corporate-actions.ts";
import { useParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ActionForm } from "./action-form.tsx";
import { toTyped } from "./typed-action.ts";
import { useAction, useChangeAction } from "./use-actions.ts";

export default function ChangeActionPage() {
  const t = useText();
  const id = Number(useParams()["id"]);
  const query = useAction(id);
  return (
    <>
      <PageTitle>{t("admin.actions.change")}</PageTitle>
      <BackLink to={`/admin/corporate-actions/${id}`}>{t("admin.actions.title")}</BackLink>
      <PageHead title={t("admin.actions.change")} />
      {query.data ? <ChangeForm action={query.data} /> : <PendingQuery query={query} />}
    </>
  );
}

function ChangeForm({ action }: { action: ActionDetails }) {
  const navigate = useLocaleNavigate();
  const change = useChangeAction(action.id);
  return (
    <ActionForm
      start={toTyped(action)}
      chosen={action}
      timeZone={action.timeZone}
      pending={change.isPending}
      error={change.error}
      withReason
      onSubmit={(body, reason) =>
        change.mutate(
          { ...body, version: action.version, reason },
          { onSuccess: () => navigate(`/admin/corporate-actions/${action.id}`) },
        )
      }
    />
  );
}
