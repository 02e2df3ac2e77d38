/** All texts that the product ships, with what the firm has made of each; accepting them, one or several at once. */
import { isDeepStrictEqual } from "node:util";
import type { Answer } from "@portico/api/endpoint.ts";
import { contentPages, unfilledPlaces } from "@portico/api/rules/content.ts";
import {
  type StartingTextId,
  type TextSetting,
  type TextState,
  textSettings,
} from "@portico/api/rules/starting-texts.ts";
import type { setUp } from "@portico/api/set-up.ts";
import type { Language } from "@portico/api/shapes.ts";
import { ownTextKeys, shippedText } from "../../adapters/mail/own-texts.ts";
import type { Context } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Db } from "../../kernel/transaction.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { listAllPages } from "../content/content.ts";
import { getStartingTexts } from "../content/first-texts.ts";
import { listTemplates } from "../contracts/templates/templates.ts";
import { settingDefaults } from "../settings/defaults.ts";
import { applySetting, getSettings } from "../settings/settings.ts";
import { findShipped, noteShipped } from "../settings/shipped.ts";
import { findSaves } from "./set-up.queries.ts";
import { differencesOf } from "./text-differences.ts";

type Texts = Answer<typeof setUp.listTexts>["texts"];
type Text = Texts[number];

const mails = () =>
  Object.fromEntries(
    ownTextKeys.map((key) => [
      key,
      { bg: shippedText("bg", key), en: shippedText("en", key), pl: shippedText("pl", key) },
    ]),
  );
/** What the product ships for a setting; of mails the words themselves, because the setting holds only what differs. */
export const shippedOf = (name: TextSetting): unknown => (name === "mailTexts" ? mails() : settingDefaults[name]);

interface Found {
  id: StartingTextId;
  state: Exclude<TextState, "newer">;
  shipped: unknown;
  behind?: Language[];
  /** Places that the shipped or begun text leaves open. */
  open?: number;
  savedAt: string | null;
  savedBy: string | null;
  canAccept: boolean;
}

async function findPages(context: Context): Promise<Found[]> {
  const { pages } = await listAllPages(context);
  const shipped = await Promise.all(contentPages.map(getStartingTexts));
  return pages.map(({ page, published, draft, behind }, at) => {
    const begin = shipped[at] ?? { bg: "", en: "", pl: "" };
    const newest = draft ?? published;
    const used = published && (isDeepStrictEqual(published.texts, begin) ? "accepted" : "changed");
    return {
      id: `page/${page}` as const,
      state: used ?? (draft ? "draft" : "shipped"),
      shipped: begin,
      behind,
      open: published ? 0 : unfilledPlaces(newest?.texts ?? (begin as Parameters<typeof unfilledPlaces>[0])).length,
      savedAt: (published?.published_at ?? newest?.changed_at) || null,
      savedBy: (published?.published_by ?? newest?.changed_by) || null,
      // It is read and published on its own page.
      canAccept: false,
    };
  });
}

async function findContract(context: Context): Promise<Found> {
  const [first] = await listTemplates(context);
  const state = !first ? "shipped" : first.inUse === null ? "draft" : "changed";
  const { changed_at: savedAt = null, changed_by: savedBy = null } = first?.newest ?? {};
  return { id: "contract/agreement", state, shipped: null, savedAt, savedBy, canAccept: false };
}

async function findSettings(db: Db): Promise<Found[]> {
  const saves = await findSaves(db, textSettings);
  const values = await getSettings(db, textSettings);
  return textSettings.map((name, at) => {
    const save = saves.get(name);
    const isAsShipped = isDeepStrictEqual(values[at], settingDefaults[name]);
    return {
      id: `setting/${name}` as const,
      state: save ? (isAsShipped ? "accepted" : "changed") : "shipped",
      shipped: shippedOf(name),
      savedAt: save?.at.toISOString() ?? null,
      savedBy: save?.by ?? null,
      canAccept: !save,
    };
  });
}

/** As plain data, as it comes back from the database. */
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

async function findAll(context: Context): Promise<{ found: Found; isNewer: boolean; noted: unknown }[]> {
  const [pages, contract, settings, notes] = await Promise.all([
    findPages(context),
    findContract(context),
    findSettings(context.db),
    findShipped(context.db),
  ]);
  return [...pages, contract, ...settings].map((found) => {
    const noted = notes.get(found.id);
    const isInUse = found.state === "accepted" || found.state === "changed";
    return { found, noted, isNewer: isInUse && noted !== undefined && !isDeepStrictEqual(noted, plain(found.shipped)) };
  });
}

export async function listTexts(context: Context): Promise<{ texts: Texts }> {
  return {
    texts: (await findAll(context)).map(
      ({ found: { shipped, behind = [], open = 0, ...one }, isNewer, noted }): Text => ({
        ...one,
        behind,
        open,
        state: isNewer ? "newer" : one.state,
        canAccept: one.canAccept || isNewer,
        differences: isNewer ? differencesOf(noted, plain(shipped)) : [],
      }),
    ),
  };
}

/**
 * Accepts settings as they are shipped, and keeps what the firm has where the product ships something newer. All or none:
 * `stateConflict` if a colleague has decided about one of them meanwhile, or it cannot be accepted.
 */
export async function acceptTexts(context: Context, ids: readonly StartingTextId[]): Promise<{ done: true }> {
  return transact(context, async (tx) => {
    const all = await findAll({ ...context, db: tx });
    for (const id of ids) {
      const one = all.find(({ found }) => found.id === id);
      if (!one || !(one.found.canAccept || one.isNewer)) throw new Refusal("stateConflict");
      if (one.isNewer) {
        await noteShipped(tx, id, one.found.shipped);
        tx.audit("setUp.textKept", id);
        continue;
      }
      const name = textSettings.find((setting) => id === `setting/${setting}`);
      if (name) await applySetting(tx, context, name, settingDefaults[name], null);
    }
    return { done: true };
  });
}
