/** The firm's public pages for staff: drafts, publication, versions. */
import { content } from "@portico/api/content.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import {
  type ContentPage,
  type ContentTexts,
  contentPages,
  contentPlaceholders,
  lastingPages,
  missingParts,
  unfilledPlaces,
} from "@portico/api/rules/content.ts";
import { languages } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { noteShipped } from "../settings/shipped.ts";
import type { CheckedText } from "./check.task.ts";
import { drawPictureJob } from "./content.jobs.ts";
import { getStartingTexts } from "./first-texts.ts";
import {
  archive,
  type ContentFault,
  type ContentKey,
  type ContentVersion,
  discardDraft,
  findLanguagesBehind,
  getVersion,
  listOpenVersions,
  listVersions,
  publish,
  restoreAsDraft,
  type Since,
  saveDraft,
} from "./versions/versions.ts";

export interface PageData {
  texts: ContentTexts;
}
type PageVersion = ContentVersion<PageData>;

/** The kind of all public pages in `content_version`. */
export const pageKind = "page";
const keyOf = (page: ContentPage): ContentKey => ({ kind: pageKind, subject: page });
const presentVersion = ({ data, changed_at, published_at, ended_at, ...row }: PageVersion) => ({
  ...row,
  texts: data.texts,
  changed_at: changed_at.toISOString(),
  published_at: published_at?.toISOString() ?? null,
  ended_at: ended_at?.toISOString() ?? null,
});
const canChange = (context: Context) => canOf({ change: staffVerdict(requireViewer(context), content.save) });

/** Every page with its draft and what is published, in the order of the navigation. */
export async function listAllPages(context: Context): Promise<Answer<typeof content.listAll>> {
  const [rows, behind] = await Promise.all([
    listOpenVersions<PageData>(context.db, pageKind),
    findLanguagesBehind(context.db, pageKind),
  ]);
  const find = (page: ContentPage, state: PageVersion["state"]) => {
    const row = rows.find((one) => one.subject === page && one.state === state);
    return row ? presentVersion(row) : null;
  };
  return {
    pages: contentPages.map((page) => ({
      page,
      published: find(page, "published"),
      draft: find(page, "draft"),
      behind: behind.get(page) ?? [],
    })),
    can: canChange(context),
  };
}

export async function listPageVersions(
  context: Context,
  page: ContentPage,
): Promise<Answer<typeof content.listVersions>> {
  const versions = await listVersions<PageData>(context.db, keyOf(page));
  return { versions: versions.map(presentVersion), begin: await getStartingTexts(page), can: canChange(context) };
}

export async function getPageVersion(
  context: Context,
  page: ContentPage,
  version: number,
): Promise<Answer<typeof content.getVersion>> {
  return presentVersion(await getVersion<PageData>(context.db, keyOf(page), version));
}

/** Saves the draft, incomplete as it may be. */
export const savePage = async (context: Context, page: ContentPage, texts: ContentTexts, since: Since) =>
  transact(context, async (tx) => {
    const draft = await saveDraft<PageData>({ ...context, db: tx }, keyOf(page), { data: { texts }, since });
    tx.emit("content:changed", { kind: pageKind });
    return presentVersion(draft);
  });

/** What keeps a draft from being published: missing parts, places that nobody has filled in, and Markdown that cannot be shown. */
async function findFaults(context: Context, page: ContentPage, texts: ContentTexts): Promise<ContentFault[]> {
  const checked = languages.flatMap((language): CheckedText[] => {
    const { title, description, body } = texts[language];
    return [
      { path: `texts.${language}.title`, text: title, known: ["firm"], isPlain: true },
      { path: `texts.${language}.description`, text: description, known: ["firm"], isPlain: true },
      { path: `texts.${language}.body`, text: body, known: contentPlaceholders },
    ];
  });
  const unshown = await context.workers.run("checkContent", { texts: checked }, { holder: `content/${page}` });
  return [
    ...missingParts(texts).map((path) => ({ path, code: "required" as const })),
    ...unfilledPlaces(texts).map(({ path, line }) => ({ path, code: "toFill" as const, line })),
    ...unshown,
  ];
}

/** Makes the draft public, and has its pictures drawn. The texts are read before the transaction: that can take seconds. */
export async function publishPage(
  context: Context,
  page: ContentPage,
  { version, since }: { version: number; since: number },
): Promise<Answer<typeof content.publish>> {
  const draft = await getVersion<PageData>(context.db, keyOf(page), version);
  if (draft.state !== "draft" || draft.edit !== since) throw new Refusal("stateConflict");
  const faults = await findFaults(context, page, draft.data.texts);
  const shipped = await getStartingTexts(page);
  return transact(context, async (tx) => {
    const published = await publish<PageData>({ ...context, db: tx }, keyOf(page), {
      version,
      since,
      check: () => faults,
    });
    await tx.enqueue(drawPictureJob, { ...keyOf(page), version });
    await noteShipped(tx, `page/${page}`, shipped);
    tx.emit("content:changed", { kind: pageKind });
    return presentVersion(published);
  });
}

/** Takes a page offline; `inUse` for one that is replaced, never taken away. */
export async function archivePage(context: Context, page: ContentPage, version: number): Promise<{ done: true }> {
  if (lastingPages.includes(page)) throw new Refusal("inUse");
  return transact(context, async (tx) => {
    tx.emit("content:changed", { kind: pageKind });
    return archive({ ...context, db: tx }, keyOf(page), version);
  });
}

export const discardPage = (context: Context, page: ContentPage, since: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    tx.emit("content:changed", { kind: pageKind });
    return discardDraft({ ...context, db: tx }, keyOf(page), since);
  });

export const restorePage = (
  context: Context,
  page: ContentPage,
  from: { version: number; since: Since },
): Promise<Answer<typeof content.restore>> =>
  transact(context, async (tx) => {
    tx.emit("content:changed", { kind: pageKind });
    return presentVersion(await restoreAsDraft<PageData>({ ...context, db: tx }, keyOf(page), from));
  });
