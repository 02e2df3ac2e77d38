/** The firm's public pages for visitors: what is published, and nothing else. */
import type { content } from "@portico/api/content.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { type ContentPage, contentPages, contentPlaceholders } from "@portico/api/rules/content.ts";
import type { Language } from "@portico/api/shapes.ts";
import { type ContentBlock, parseContent } from "@portico/pdf/markdown/content.ts";
import { placeholdersOf } from "@portico/pdf/model/fill.ts";
import { LRUCache } from "lru-cache";
import type { SentFile } from "../../http/downloads.ts";
import type { Context, Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { getSetting } from "../settings/settings.ts";
import { pageKind } from "./content.ts";
import { getFirmDocuments } from "./documents.ts";
import { findPublicPicture, findPublicText, findStamp, listPublicTitles } from "./pages.queries.ts";
import { missingDocuments } from "./registration.ts";
import { withFirm } from "./titles.ts";

/** Published texts never change, so that each is read once per process; by row and language. */
const parsedTexts = new LRUCache<string, ContentBlock[]>({ max: 200 });

function parseBlocks(key: string, body: string): ContentBlock[] {
  const known = parsedTexts.get(key);
  if (known) return known;
  const parsed = parseContent(body, contentPlaceholders);
  // Checked when it was published.
  if ("faults" in parsed) throw new Error(`published content ${key} cannot be read`);
  parsedTexts.set(key, parsed.blocks);
  return parsed.blocks;
}

/** Tables that belong to a page, even if its text does not name them. */
const ownTables: Partial<Record<ContentPage, readonly string[]>> = { fees: ["fees"], treasury: ["banks", "interest"] };

/** A published page in one language; `notFound` while nothing is published. */
export async function getPublicPage(
  { db }: Pick<Context, "db">,
  page: ContentPage,
  language: Language,
): Promise<Answer<typeof content.get>> {
  const row = await findPublicText(db, { kind: pageKind, subject: page }, language);
  if (!row) throw new Refusal("notFound");
  const { body } = row.text;
  const blocks = parseBlocks(`${row.id}/${language}`, body);
  const shown = new Set([...placeholdersOf(blocks).map(({ name }) => name), ...(ownTables[page] ?? [])]);
  const [{ name: firm }, fees, treasury] = await Promise.all([
    getSetting(db, "brand"),
    shown.has("fees") ? getSetting(db, "feeTable") : null,
    shown.has("banks") || shown.has("interest") ? getSetting(db, "treasury") : null,
  ]);
  return {
    page,
    version: row.version,
    title: withFirm(row.text.title, firm),
    description: withFirm(row.text.description, firm),
    blocks,
    published_at: row.published_at.toISOString(),
    picture: row.picture?.toString("hex") ?? null,
    fees,
    treasury,
  };
}

/** What is published, in the order of the navigation, and where terms and privacy notice are. */
export async function listPublicPages({ db }: Pick<Context, "db">): Promise<Answer<typeof content.list>> {
  const rows = await listPublicTitles(db, pageKind);
  const found = new Map(rows.map((row) => [row.subject, row]));
  const [documents, { name: firm }, { open }] = await Promise.all([
    getFirmDocuments(db, new Set(found.keys())),
    getSetting(db, "brand"),
    getSetting(db, "registration"),
  ]);
  const { terms, privacy } = documents;
  return {
    pages: contentPages.flatMap((page) => {
      const row = found.get(page);
      if (!row) return [];
      const { published_at } = row;
      const title = { bg: withFirm(row.bg, firm), en: withFirm(row.en, firm), pl: withFirm(row.pl, firm) };
      return [{ page, title, published_at: published_at.toISOString() }];
    }),
    documents: { terms, privacy },
    registration: open && missingDocuments(documents).length === 0,
  };
}

/** The picture for shared links of something that is published. */
export async function openPicture({ db, files }: Services, picture: string): Promise<SentFile> {
  if ((await findPublicPicture(db, Buffer.from(picture, "hex"))) === undefined) throw new Refusal("notFound");
  return { name: "picture.png", media_type: "image/png", etag: picture, ...(await files.open(picture)) };
}

/** Changes with everything that the public pages show. */
export const getContentStamp = ({ db }: Pick<Services, "db">): Promise<string> => findStamp(db);
