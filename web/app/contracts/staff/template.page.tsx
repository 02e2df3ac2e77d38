/** One template: its draft, or the version in use, and its history. */
import { ApiError } from "@portico/api/errors.ts";
import { useState } from "react";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { useApi } from "../../shell/calls/api.tsx";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { TemplateEditor } from "./template-editor.tsx";
import { useTemplateVersions } from "./use-templates.ts";

/** Any other key is a 404. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (!/^[a-z][A-Za-z0-9]{0,39}$/.test(params["type"] ?? ""))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function TemplatePage() {
  const { type = "" } = useParams();
  return <Template key={type} type={type} />;
}

function Template({ type }: { type: string }) {
  const t = useText();
  const query = useTemplateVersions(type);
  // Kept while it is asked for again, so that what is typed stays.
  const [isNew, setNew] = useState(false);
  if (!isNew && query.error instanceof ApiError && query.error.status === 404) setNew(true);
  const beginning = useCall(useApi().contracts.getStartingTemplate, {}, { enabled: isNew });
  // Without it a template begins empty.
  const isReady = beginning.data !== undefined || beginning.error !== null;
  const versions = query.data ?? (isNew && isReady ? [] : undefined);
  return (
    <>
      <BackLink to="/admin/contracts/templates">{t("admin.templates.title")}</BackLink>
      {versions ? (
        <TemplateEditor type={type} versions={versions} begin={beginning.data} />
      ) : (
        <>
          <PageTitle>{t("admin.templates.title")}</PageTitle>
          <PageHead title={type} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}
