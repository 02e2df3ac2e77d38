/** One definition, for visitors: whole without scripts. */
import { api } from "virtual:portico-api";
import { createClient } from "@portico/api/client.ts";
import { data, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { readablePage } from "../shell/public/plain-page.ts";
import { serverContext } from "../shell/server-context.ts";
import { Button } from "../ui/button.tsx";
import type { MarkdownBlock } from "../ui/markdown-blocks.tsx";
import { useText } from "../ui/text.tsx";
import { isId } from "./check-id.ts";
import { DefinitionView } from "./definition-view.tsx";
import { parsedDocs } from "./parsed-docs.ts";
import { hasPlan } from "./plan-of-search.ts";
import { type LoadedDefinition, loadDefinition } from "./public-definitions.ts";
import { definitionMeta, type Introduction, languageOf, learnTargetPath, loadIntroduction } from "./public-head.ts";

interface Loaded extends LoadedDefinition {
  docs: readonly MarkdownBlock[];
  introduction: Introduction;
}

/** Amounts that somebody typed are theirs alone. */
export const handle = { ...readablePage, keptSearch: (search: URLSearchParams) => (hasPlan(search) ? null : "") };
export const meta = definitionMeta;

/** A draft, and what never was, are the same to a visitor. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { pathname } = new URL(request.url);
  const id = Number(params["id"]);
  const language = languageOf(pathname);
  const client = createClient(api, context.get(serverContext).apiFetch);
  const [loaded, introduction] = await Promise.all([
    isId(params["id"]) ? loadDefinition(client, id, true) : null,
    loadIntroduction(client, language),
  ]);
  if (!loaded) throw data(`Page Not Found: ${pathname}`, { status: 404 });
  return { ...loaded, docs: parsedDocs(loaded.definition.docs?.[language] ?? ""), introduction };
}

/** Amounts in the address concern the browser alone. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function LearnDefinitionPage() {
  const t = useText();
  const { definition, history, docs } = useLoaderData<typeof loader>();
  return (
    <DefinitionView
      definition={definition}
      docs={docs}
      history={history}
      actions={
        <>
          {/* Documents of their own: most readers of this page never load the application. */}
          <Button component={LocaleLink} to={learnTargetPath} reloadDocument variant="default">
            {t("funds.page.all")}
          </Button>
          <Button component={LocaleLink} to={`/register?target=${definition.id}`} reloadDocument>
            {t("funds.page.register")}
          </Button>
        </>
      }
    />
  );
}
