/** A new corporate action. */

import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ActionForm } from "./action-form.tsx";
import { nothingTyped } from "./typed-action.ts";
import { useCreateAction } from "./use-actions.ts";
import { useFirmZone } from "./use-firm-zone.ts";

export default function NewActionPage() {
  const t = useText();
  const navigate = useLocaleNavigate();
  const timeZone = useFirmZone();
  const create = useCreateAction();
  return (
    <>
      <PageTitle>{t("admin.actions.new")}</PageTitle>
      <BackLink to="/admin/corporate-actions">{t("admin.actions.title")}</BackLink>
      <PageHead title={t("admin.actions.new")} />
      <ActionForm
        start={nothingTyped}
        timeZone={timeZone}
        pending={create.isPending}
        error={create.error}
        withReason={false}
        onSubmit={(body) => create.mutate(body, { onSuccess: ({ id }) => navigate(`/admin/corporate-actions/${id}`) })}
      />
    </>
  );
}
