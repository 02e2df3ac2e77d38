/** What search engines learn of the offer: the firm's introduction of it, and each definition. */
import type { Api } from "@portico/api";
import type { Client } from "@portico/api/client.ts";
import { defaultLanguage, type Language, languages } from "@portico/messages/catalogue.ts";
import { createText } from "@portico/messages/text.ts";
import type { MetaDescriptor } from "react-router";
import type { RootData } from "../shell/layouts/brand.ts";
import { isMissing } from "../shell/public/is-missing.ts";
import { searchEngines } from "../shell/public/search-engines.ts";
import type { MarkdownBlock } from "../ui/markdown-blocks.tsx";
import type { LoadedDefinition } from "./public-definitions.ts";

export const learnTargetPath = "/learn-more/target";

/** The page above all definitions. */
export interface Introduction {
  title: string;
  description: string;
  /** What the firm has published; empty if nothing is. */
  blocks: readonly MarkdownBlock[];
  picture: string | null;
  publishedAt: string | null;
}

export const languageOf = (path: string): Language =>
  languages.find((language) => path.split("/")[1] === language) ?? defaultLanguage;

const catalogues = {
  bg: () => import("@portico/messages/generated/funds.bg.ts"),
  en: () => import("@portico/messages/generated/funds.en.ts"),
  pl: () => import("@portico/messages/generated/funds.pl.ts"),
} as const;

/** On the page server: the published introduction, or the portal's own words without one. */
export async function loadIntroduction(
  { content }: Pick<Client<Api>, "content">,
  language: Language,
): Promise<Introduction> {
  try {
    const page = await content.get({ params: { page: "target" }, query: { language } });
    const { title, description, picture, published_at } = page;
    return { title, description, blocks: page.blocks as MarkdownBlock[], picture, publishedAt: published_at };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const { catalogue } = await catalogues[language]();
    const t = createText(language, [catalogue]);
    return {
      title: t("funds.list.title"),
      description: t("funds.list.lead"),
      blocks: [],
      picture: null,
      publishedAt: null,
    };
  }
}

interface MetaArgs<Data> {
  loaderData: Data | undefined;
  location: { pathname: string };
  matches: ({ id: string; loaderData: unknown } | undefined)[];
}

const rootOf = (matches: MetaArgs<unknown>["matches"]): RootData | undefined =>
  matches.find((match) => match?.id === "root")?.loaderData as RootData | undefined;

export function offerMeta(args: MetaArgs<{ introduction: Introduction } | null>): MetaDescriptor[] {
  const root = rootOf(args.matches);
  const introduction = args.loaderData?.introduction;
  if (!root || !introduction) return [];
  const { title, description, picture, publishedAt } = introduction;
  const language = languageOf(args.location.pathname);
  return searchEngines({ root, language, path: learnTargetPath, title, description, picture, publishedAt });
}

export function definitionMeta(
  args: MetaArgs<Pick<LoadedDefinition, "definition"> & { introduction: Introduction }>,
): MetaDescriptor[] {
  const root = rootOf(args.matches);
  if (!root || !args.loaderData) return [];
  const { definition, introduction } = args.loaderData;
  const language = languageOf(args.location.pathname);
  return searchEngines({
    root,
    language,
    path: `${learnTargetPath}/${definition.id}`,
    title: definition.name[language],
    description: definition.summary[language],
    picture: definition.pictures?.[language] ?? introduction.picture,
    publishedAt: definition.published_at,
    above: [{ title: introduction.title, path: learnTargetPath }],
    questions: definition.questions.map(({ question, answer }) => ({
      question: question[language],
      answer: answer[language],
    })),
  });
}
