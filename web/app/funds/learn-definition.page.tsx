/** One definition, for visitors: whole without scripts. */
import { api } from "virtual:portico-api";
import { Button } from "@mantine/core";
import { createClient } from "@portico/api/client.ts";
import { defaultLanguage, languages } from "@portico/messages/catalogue.ts";
import { data, type LoaderFunctionArgs, type ShouldRevalidateFunctionArgs, useLoaderData } from "react-router";
import { LocaleLink } from "../shell/locale-link.tsx";
import { PageTitle } from "../shell/page-title.tsx";
import { serverContext } from "../shell/server-context.ts";
import type { MarkdownBlock } from "../ui/markdown-blocks.tsx";
import { useLanguage, useText } from "../ui/text.tsx";
import { isId } from "./check-id.ts";
import { DefinitionView } from "./definition-view.tsx";
import { parsedDocs } from "./parsed-docs.ts";
import { type LoadedDefinition, loadDefinition } from "./public-definitions.ts";

interface Loaded extends LoadedDefinition {
  docs: readonly MarkdownBlock[];
}

/** A draft, and what never was, are the same to a visitor. */
export async function loader({ context, params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const { pathname } = new URL(request.url);
  const id = Number(params["id"]);
  const client = createClient(api, context.get(serverContext).apiFetch);
  const loaded = isId(params["id"]) ? await loadDefinition(client, id, true) : null;
  if (!loaded) throw data(`Page Not Found: ${pathname}`, { status: 404 });
  const language = languages.find((each) => each === pathname.split("/")[1]) ?? defaultLanguage;
  return { ...loaded, docs: parsedDocs(loaded.definition.docs?.[language] ?? "") };
}

/** Amounts in the address concern the browser alone. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname !== nextUrl.pathname;

export default function LearnDefinitionPage() {
  const t = useText();
  const { definition, history, docs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageTitle>{definition.name[useLanguage()]}</PageTitle>
      <DefinitionView
        definition={definition}
        docs={docs}
        history={history}
        actions={
          <>
            <Button component={LocaleLink} to="/learn-more/target" variant="default">
              {t("funds.page.all")}
            </Button>
            <Button component={LocaleLink} to="/register">
              {t("funds.page.register")}
            </Button>
          </>
        }
      />
    </>
  );
}
