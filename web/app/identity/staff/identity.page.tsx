/** The firm's identity providers: what to enter there, secrets, a test, and whose accounts are whose. */
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { useSetting } from "../../shell/staff/use-setting.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useText } from "../../ui/text.tsx";
import { Accounts } from "./accounts.tsx";
import { Connection } from "./connection.tsx";
import { TestResult } from "./test-result.tsx";

export default function IdentityPage() {
  const t = useText();
  return (
    <>
      <PageTitle>{t("admin.identity.title")}</PageTitle>
      <PageHead title={t("admin.identity.title")}>
        {t("admin.identity.about")} <LocaleLink to="/admin/settings/identity">{t("admin.identity.setUp")}</LocaleLink>
      </PageHead>
      {useHasLevel("admin") ? <Providers /> : <Notice>{t("error.forbidden")}</Notice>}
    </>
  );
}

function Providers() {
  const t = useText();
  const query = useCall(useApi().identity.get);
  const saved = useSetting("identity");
  const providers = saved.data?.data.providers;
  return (
    <>
      <TestResult providers={providers ?? []} />
      {(!query.data || !providers) && <PendingQuery query={query.data ? saved : query} />}
      {providers?.length === 0 && (
        <Empty icon="device" title={t("admin.identity.none")}>
          {t("admin.identity.noneExplain")}
        </Empty>
      )}
      {query.data &&
        providers?.map((provider) => {
          const state = query.data.providers.find(({ id }) => id === provider.id);
          return (
            state && (
              <Connection
                key={provider.id}
                provider={provider}
                state={state}
                redirectUri={query.data.redirectUri}
                signedOutUri={query.data.signedOutUri}
              />
            )
          );
        })}
      {query.data && providers && (providers.length > 0 || query.data.accounts.length > 0) && (
        <Accounts accounts={query.data.accounts} providers={providers} />
      )}
    </>
  );
}
