/** Loads the help: the titles of a language, one subject, or for a search all of them. */
import { type HelpSubject, helpSubjects } from "@portico/messages/help/subjects.ts";
import type { Language } from "@portico/messages/text.ts";
import type { HelpPage, HelpTitle } from "./help-page.ts";

const pages = import.meta.glob<HelpPage>("../../../../messages/help/*/*.md", { import: "default" });
const titles: Record<Language, () => Promise<{ default: HelpTitle[] }>> = {
  bg: () => import("virtual:portico-help/bg"),
  en: () => import("virtual:portico-help/en"),
  pl: () => import("virtual:portico-help/pl"),
};

/** One promise per name, which components can wait for; after a failure the next one tries again. */
const kept = new Map<string, Promise<unknown>>();
function keep<Loaded>(name: string, load: () => Promise<Loaded>): Promise<Loaded> {
  const known = kept.get(name) as Promise<Loaded> | undefined;
  if (known) return known;
  const loading = load();
  kept.set(name, loading);
  loading.catch(() => kept.delete(name));
  return loading;
}

export const loadTitles = (language: Language): Promise<HelpTitle[]> =>
  keep(`titles ${language}`, async () => (await titles[language]()).default);

export const loadPage = (language: Language, subject: HelpSubject): Promise<HelpPage> =>
  keep(`${language} ${subject}`, () => {
    const load = pages[`../../../../messages/help/${language}/${subject}.md`];
    if (!load) throw new Error(`The help has no ${subject}`);
    return load();
  });

export const loadAllPages = (language: Language): Promise<{ subject: HelpSubject; page: HelpPage }[]> =>
  keep(`all ${language}`, () =>
    Promise.all(helpSubjects.map(async (subject) => ({ subject, page: await loadPage(language, subject) }))),
  );
