/** The loader and the meta data of a public page. */
import { api } from "virtual:portico-api";
import { createClient } from "@portico/api/client.ts";
import type { content } from "@portico/api/content.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type ContentPage, contentPath } from "@portico/api/rules/content.ts";
import { defaultLanguage, languages } from "@portico/messages/catalogue.ts";
import { data, type LoaderFunctionArgs, type MetaDescriptor } from "react-router";
import type { RootData } from "../shell/layouts/brand.ts";
import { isMissing } from "../shell/public/is-missing.ts";
import { searchEngines } from "../shell/public/search-engines.ts";
import { serverContext } from "../shell/server-context.ts";

export type PublishedPage = Answer<(typeof content)["get"]>;

const languageOf = (path: string) => languages.find((language) => path.split("/")[1] === language) ?? defaultLanguage;

/** Reads a page in the language of the address; 404 while nothing is published. */
export const pageLoader =
  (page: ContentPage) =>
  async ({ context, request }: LoaderFunctionArgs): Promise<PublishedPage> => {
    const { pathname } = new URL(request.url);
    try {
      return await createClient(api, context.get(serverContext).apiFetch).content.get({
        params: { page },
        query: { language: languageOf(pathname) },
      });
    } catch (error) {
      if (isMissing(error)) throw data(`Page Not Found: ${pathname}`, { status: 404 });
      throw error;
    }
  };

interface MetaArgs {
  loaderData: PublishedPage | undefined;
  location: { pathname: string };
  matches: ({ id: string; loaderData: unknown } | undefined)[];
}

/** What search engines learn of the page; nothing of a page that is not there. */
export function pageMeta({ loaderData: page, location, matches }: MetaArgs): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;
  if (!page || !root) return [];
  return searchEngines({
    root,
    language: languageOf(location.pathname),
    path: contentPath(page.page),
    title: page.title,
    description: page.description,
    picture: page.picture,
    publishedAt: page.published_at,
  });
}
