/** What everybody may read of the firm's definitions: published ones alone; any other does not exist for them. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { DefinitionCard, DefinitionContent, Fund, funds, Texts } from "@portico/api/funds.ts";
import { Decimal } from "decimal.js";
import type { Context } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { findPictures, type PictureTexts } from "../../content/pictures/pictures.ts";
import {
  type ContentVersion,
  getPublished,
  listPublished as listPublishedVersions,
} from "../../content/versions/versions.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { findFunds } from "../funds.queries.ts";
import { readFunds } from "../funds.ts";
import { type DefinitionRecord, findDefinition, listPublished } from "./definitions.queries.ts";

/** The kind of definitions among the versions of content. */
export const definitionKind = "definition";
export const keyOf = (id: number) => ({ kind: definitionKind, subject: String(id) });

const order = "place";
const mostFeatured = 12;

const toCard = (
  { id, place, featured, card }: DefinitionRecord,
  costs: DefinitionCard["funds_costs"],
): DefinitionCard => ({
  id,
  order: place,
  featured,
  ...card,
  funds_costs: costs,
});

/** Cards with what the funds of each cost. */
async function presentCards(db: Db, records: readonly DefinitionRecord[]): Promise<DefinitionCard[]> {
  const subjects = records.map(({ id }) => String(id));
  const versions = await listPublishedVersions<DefinitionContent>(db, definitionKind, subjects);
  const contents = new Map(versions.map(({ subject, data }) => [subject, data]));
  const held = await findFunds(db, [...new Set([...contents.values()].flatMap(fundIdsOf))]);
  return records.map((record) => {
    const content = contents.get(String(record.id));
    return toCard(record, content ? weightedCosts(content, held) : null);
  });
}

/** The published definitions by order, page by page. */
export async function listDefinitions(
  { db }: Pick<Context, "db">,
  { cursor, limit }: Parsed<typeof funds.listDefinitions>["query"],
): Promise<Answer<typeof funds.listDefinitions>> {
  const { rows, nextCursor } = await readByPlace({ cursor, limit }, (start) => listPublished(db, start));
  return { definitions: await presentCards(db, rows), nextCursor };
}

interface Place {
  place: number;
  id: number;
}
/** A page of definitions in the firm's order. */
export const readByPlace = <Row extends Place>(
  query: { cursor?: string | undefined; limit: number },
  read: (start: { after: Place | undefined; limit: number }) => Promise<readonly Row[]>,
) =>
  readPage(
    { ...query, order },
    ({ after, limit }) => read({ after: after && toPlace(after), limit }),
    (row: Row) => [String(row.place), row.id],
  );

function toPlace({ value, id }: { value: string; id: number }): Place {
  const place = Number(value);
  if (!Number.isSafeInteger(place) || Math.abs(place) > 2_147_483_647)
    throw new Refusal("badInput", { fields: [{ path: "cursor", code: "badFormat" }] });
  return { place, id };
}

export async function listFeatured({ db }: Pick<Context, "db">): Promise<Answer<typeof funds.listFeaturedDefinitions>> {
  const rows = await listPublished(db, { limit: mostFeatured, featured: true });
  return { definitions: await presentCards(db, rows) };
}

/** A published definition and its published content; `notFound` for any other. */
export async function requirePublished(
  db: Db,
  id: number,
): Promise<{ record: DefinitionRecord; version: ContentVersion<DefinitionContent> }> {
  const record = await findDefinition(db, id);
  if (record?.state !== "published") throw new Refusal("notFound");
  return { record, version: await getPublished<DefinitionContent>(db, keyOf(id)) };
}

export const fundIdsOf = ({ allocation }: DefinitionContent): number[] =>
  allocation.flatMap(({ fund_id }) => fund_id ?? []);

const isWritten = ({ bg, en, pl }: Texts): boolean => (bg + en + pl).trim() !== "";
const sameInAll = (name: string): Texts => ({ bg: name, en: name, pl: name });

/** What the lines of a content are called: as written, else by the fund's or instrument's name. */
export async function getLabelLookup(
  db: Db,
  content: DefinitionContent,
): Promise<(row: { fund_id: number | null; instrument_id: number | null; label: Texts }) => Texts> {
  const rows = [...content.allocation, ...(content.benchmark ? [content.benchmark] : [])];
  const held = new Map(
    (
      await readFunds(
        db,
        rows.flatMap(({ fund_id }) => fund_id ?? []),
      )
    ).map((one) => [one.id, one]),
  );
  const instruments = await getInstruments(
    db,
    rows.flatMap(({ instrument_id }) => instrument_id ?? []),
  );
  return ({ fund_id, instrument_id, label }) => {
    if (isWritten(label)) return label;
    const named = fund_id === null ? instruments.get(instrument_id ?? 0) : held.get(fund_id);
    return sameInAll(named?.name ?? "");
  };
}

/** Ongoing costs of the funds by their weights; null if a line names none. */
function weightedCosts(
  { allocation }: DefinitionContent,
  held: readonly Pick<Fund, "id" | "ongoing_costs">[],
): string | null {
  const costs = new Map(held.map((one) => [one.id, one.ongoing_costs]));
  let sum = new Decimal(0);
  for (const { fund_id, percent } of allocation) {
    const cost = fund_id === null ? undefined : costs.get(fund_id);
    if (cost === undefined) return null;
    sum = sum.plus(new Decimal(cost).times(percent).div(100));
  }
  return sum.toDecimalPlaces(4).toFixed();
}

/** A published definition in full; its Markdown only where asked for. */
export async function getDefinition(
  context: Pick<Context, "db" | "now">,
  id: number,
  { includeDocsContent }: { includeDocsContent: boolean },
): Promise<Answer<typeof funds.getDefinition>> {
  const { db } = context;
  const { record, version } = await requirePublished(db, id);
  const { docs, questions, allocation, rebalancing, benchmark } = version.data;
  const ids = fundIdsOf(version.data);
  const held = await readFunds(db, ids, { validOn: context.now() });
  const labelOf = await getLabelLookup(db, version.data);
  return {
    ...toCard(record, weightedCosts(version.data, held)),
    version: version.version,
    published_at: (version.published_at ?? version.changed_at).toISOString(),
    pictures: await findPictures(db, version),
    docs: includeDocsContent ? docs : null,
    questions,
    allocation: allocation.map((row) => ({ ...row, label: labelOf(row) })),
    rebalancing,
    benchmark: benchmark && { label: labelOf(benchmark) },
    funds: ids.flatMap((fundId) => held.find((one) => one.id === fundId) ?? []),
  };
}

/** What the pictures for shared links say of a definition. */
export function toPictureTexts({ data }: ContentVersion): PictureTexts {
  const { name, summary } = data as DefinitionContent;
  return {
    bg: { title: name.bg, subtitle: summary.bg },
    en: { title: name.en, subtitle: summary.en },
    pl: { title: name.pl, subtitle: summary.pl },
  };
}
