/** Statement of assets: has that of the last day made, without a form, and leads to it. */
import { useCallback, useEffect, useRef } from "react";
import { errorText } from "../shell/calls/api.tsx";
import { useChange } from "../shell/calls/use-change.ts";
import { PageTitle } from "../shell/layouts/page-title.tsx";
import { BackLink } from "../shell/navigation/back-link.tsx";
import { useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Notice } from "../ui/notice.tsx";
import { PageHead, Section } from "../ui/section.tsx";
import { Empty, LoadFailed, Loading } from "../ui/states.tsx";
import { useLanguage, useText } from "../ui/text.tsx";

export default function StatementPage() {
  const t = useText();
  const { holder, readOnly, clientNumber } = useActiveHolder();
  return (
    <>
      <BackLink to="/reports">{t("reports.page.title")}</BackLink>
      <PageTitle>{t("reports.kind.assets")}</PageTitle>
      <PageHead title={t("reports.kind.assets")} />
      <Section>
        {readOnly ? (
          <Empty icon="report" title={t("reports.statement.onlyClient")} />
        ) : clientNumber === null ? (
          <Empty icon="report" title={t("error.noClientNumber")} />
        ) : (
          <Opening key={`${holder.holderType} ${holder.holderId}`} />
        )}
      </Section>
    </>
  );
}

function Opening() {
  const t = useText();
  const language = useLanguage();
  const navigate = useLocaleNavigate();
  const { holderType, holderId } = useActiveHolder().holder;
  const { mutate, error, isPending } = useChange((api, wanted: { language: typeof language }) =>
    api.reports.askForStatement({ params: { holderType, holderId }, body: wanted }),
  );
  const ask = useCallback(
    () => mutate({ language }, { onSuccess: ({ id }) => navigate(`/reports/${id}`, { replace: true }) }),
    [mutate, language, navigate],
  );
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    ask();
  }, [ask]);
  if (error)
    return (
      <LoadFailed retry={ask} retrying={isPending}>
        {errorText(t, error)}
      </LoadFailed>
    );
  return (
    <>
      <Notice live>{t("reports.statement.making")}</Notice>
      <Loading />
    </>
  );
}
