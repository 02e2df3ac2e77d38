/** Sends a template to many: the recipients, what each lacks, then the start. */
import { useParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { Empty } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { BatchForm } from "./batch-form.tsx";
import { templatePath } from "./paths.ts";
import { useVersionInUse } from "./use-templates.ts";

export default function BatchStartPage() {
  const t = useText();
  const language = useLanguage();
  const { type = "" } = useParams();
  const { version, query } = useVersionInUse(type);
  return (
    <>
      <PageTitle>{t("admin.contractBatch.begin")}</PageTitle>
      <BackLink to={templatePath(type)}>{version?.content.name[language] ?? type}</BackLink>
      <PageHead title={t("admin.contractBatch.begin")}>{version?.content.name[language]}</PageHead>
      {version ? (
        <BatchForm key={type} version={version} />
      ) : query.data ? (
        <Empty icon="sign" title={t("admin.contractBatch.notInUse")} />
      ) : (
        <PendingQuery query={query} />
      )}
    </>
  );
}
