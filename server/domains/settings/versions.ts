/** Versioned settings: forms name the version they were made with. */
import type { Answer } from "@portico/api/endpoint.ts";
import { versionedSettings } from "@portico/api/forms/settings.ts";
import type { AmountBands, DeclarationText, Settled } from "@portico/api/forms/settled.ts";
import { type settings } from "@portico/api/settings.ts";
import type { Kysely } from "kysely";
import { canonical, plain } from "../../audit/canonical.ts";
import type { DB } from "../../database/schema.generated.ts";
import type { Context } from "../../kernel/context.ts";
import type { Trx } from "../../kernel/transaction.ts";
import {
  findNewestVersions,
  findVersions,
  insertVersion,
  listVersionRows,
  type VersionRow,
} from "./versions.queries.ts";

type VersionedName = (typeof versionedSettings)[number];
const isVersioned = (name: string): name is VersionedName => versionedSettings.some((one) => one === name);

/** Each declaration is a separate text; the bands are one unit. */
const partsOf = (name: VersionedName, data: unknown): [string, unknown][] =>
  name === "declarationTexts" ? Object.entries(data as object) : [["", data]];

/** Stores changed parts of a saved setting as new versions; the caller has locked the setting. */
export async function appendVersions(trx: Trx, name: string, data: unknown, userId: number): Promise<void> {
  if (!isVersioned(name)) return;
  const newest = new Map((await findNewestVersions(trx)).map((row) => [`${row.name} ${row.part}`, row]));
  for (const [part, value] of partsOf(name, data)) {
    const before = newest.get(`${name} ${part}`);
    if (before && canonical(plain(before.data)) === canonical(plain(value))) continue;
    await insertVersion(trx, { name, part, version: (before?.version ?? 0) + 1, data: value }, userId);
  }
}

const toDeclarationText = ({ part, version, data }: VersionRow): DeclarationText => ({
  name: part,
  version,
  words: data as DeclarationText["words"],
});

/** Versions used by answers: of the bands, null for those in force; of texts, in addition to those in force. */
interface MadeWith {
  bands: number | null;
  texts: readonly { name: string; version: number }[];
}

/** Settings that apply to a form now, or applied to a revision; in both cases the texts include those in force. */
export async function getSettled(db: Kysely<DB>, { bands, texts }: MadeWith): Promise<Settled> {
  const [newest, older] = await Promise.all([
    findNewestVersions(db),
    findVersions(db, [
      ...texts.map(({ name: part, version }) => ({ name: "declarationTexts", part, version })),
      ...(bands === null ? [] : [{ name: "amountBands", part: "", version: bands }]),
    ]),
  ]);
  const isText = ({ name }: VersionRow): boolean => name === "declarationTexts";
  const bandsRow =
    older.find((row) => !isText(row)) ?? (newest.find(({ name }) => name === "amountBands") as VersionRow);
  const current = newest.filter(isText).map(toDeclarationText);
  const known = new Set(current.map(({ name, version }) => `${name} ${version}`));
  return {
    bands: { ...(bandsRow.data as AmountBands), version: bandsRow.version },
    texts: [
      ...current,
      ...older
        .filter(isText)
        .map(toDeclarationText)
        .filter(({ name, version }) => !known.has(`${name} ${version}`)),
    ],
  };
}

/** Every version of the setting with its author; newest first for each part. */
export async function listVersions(
  { db }: Pick<Context, "db">,
  name: VersionedName,
): Promise<Answer<(typeof settings)["listVersions"]>> {
  const rows = await listVersionRows(db, name);
  return rows.map(({ saved_at, ...row }) => ({ ...row, saved_at: saved_at.toISOString() }));
}
