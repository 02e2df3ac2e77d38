/** One public page of the firm: its draft, or what is published, and its versions. */
import { type ContentPage, contentPages } from "@portico/api/rules/content.ts";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { PendingQuery } from "../../shell/calls/query-states.tsx";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { ContentEditor } from "./content-editor.tsx";
import { useContentVersions } from "./use-content.ts";

const isPage = (name: string | undefined): name is ContentPage => contentPages.some((page) => page === name);

/** Any other name is a 404. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (!isPage(params["page"])) throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function ContentEditorPage() {
  const { page } = useParams();
  return isPage(page) ? <Editor key={page} page={page} /> : null;
}

function Editor({ page }: { page: ContentPage }) {
  const t = useText();
  const query = useContentVersions(page);
  const title = t(`shell.learnMore.${page}`);
  return (
    <>
      <BackLink to="/admin/content">{t("admin.content.title")}</BackLink>
      <PageTitle>{title}</PageTitle>
      {query.data ? (
        <ContentEditor page={page} {...query.data} />
      ) : (
        <>
          <PageHead title={title} />
          <PendingQuery query={query} />
        </>
      )}
    </>
  );
}
