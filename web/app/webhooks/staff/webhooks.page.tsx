/** Webhooks: how it stands with each endpoint, its secret, and what became of each message. */
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { Endpoint } from "./endpoint.tsx";
import { Messages } from "./messages.tsx";

export default function WebhooksPage() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.webhooks.title")}</PageTitle>
      <PageHead title={t("admin.webhooks.title")}>
        {t("admin.webhooks.about")} <LocaleLink to="/admin/settings/webhooks">{t("admin.webhooks.setUp")}</LocaleLink>
      </PageHead>
      {useHasLevel("admin") ? <Endpoints /> : <Notice>{t("error.forbidden")}</Notice>}
    </>
  );
}

function Endpoints() {
  const t = useText();
  const query = useCall(useApi().webhooks.list);
  const endpoints = query.data?.endpoints;
  return (
    <>
      {!endpoints && <PendingQuery query={query} />}
      {endpoints?.length === 0 && (
        <Empty icon="upload" title={t("admin.webhooks.none")}>
          {t("admin.webhooks.noneExplain")}
        </Empty>
      )}
      {endpoints?.map((endpoint) => (
        <Endpoint key={endpoint.id} endpoint={endpoint} />
      ))}
      {endpoints && endpoints.length > 0 && <Messages endpoints={endpoints} />}
    </>
  );
}
