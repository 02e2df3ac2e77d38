/** Requests for documents to many, as changes of many: previewed, made, and undone for a minute (bulk-changes). */
import type { BulkChangeOf } from "@portico/api/bulk-changes.ts";
import type { DocumentType } from "@portico/api/documents.ts";
import { documents } from "@portico/api/documents.ts";
import { type HolderState, isClosed } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Language } from "@portico/messages/catalogue.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { dateLocale } from "@portico/messages/text.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import type { BulkItem, BulkKind } from "../../bulk-changes/kind.ts";
import { findCompanyIds } from "../../companies/bulk.ts";
import { refusalToDecide } from "../../holders/holders.policy.ts";
import { getHolderPeople } from "../../holders/holders.ts";
import { languageOf } from "../../notifications/notifications.ts";
import { getSetting } from "../../settings/settings.ts";
import { findUserIds } from "../../users/bulk.ts";
import { askForDocument } from "../requests/requests.ts";
import {
  type AskableRow,
  deleteUntold,
  ensureRound,
  findExpiring,
  listAskable,
  listExpiring,
  lockAsking,
} from "./rounds.queries.ts";

type Asking = BulkChangeOf<"askUsers"> | BulkChangeOf<"askCompanies">;
type Renewal = BulkChangeOf<"renewDocuments">;
type Status = Pick<AskableRow, "state" | "isStaff" | "isAsked">;

/** Why somebody is left out: as the single call would refuse, or `unchanged` if a request waits already. */
function refusalToAsk(
  viewer: Viewer,
  holder: Holder,
  { state, isStaff, isAsked }: Status,
  type: DocumentType | undefined,
): BulkItem["refusal"] {
  const refusal = refusalToDecide(viewer, documents.ask, holder);
  if (refusal !== null) return refusal;
  if (isStaff) return "isStaff";
  // Nobody reads it, or nobody could answer.
  if (isClosed(state as HolderState) || type?.clientsAdd !== true) return "stateConflict";
  return isAsked ? "unchanged" : null;
}

const getTypes = async ({ db }: Pick<Context, "db">) =>
  new Map((await getSetting(db, "documentTypes")).types.map((type) => [type.id, type]));

const inWords = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));

/** The language that the holder, or the first who acts for the company, reads. */
const readLanguage = async ({ db }: Pick<Context, "db">, holder: Holder): Promise<Language> =>
  languageOf((await getHolderPeople(db, holder))[0]?.preferences);

/** Asks one; `keyReused` if the round is somebody else's, or of other words. */
async function ask(
  context: Context & { db: Tx },
  holder: Holder,
  change: Pick<Asking | Renewal, "action" | "round" | "due" | "text" | "of">,
  { type, words }: { type: string; words: (language: Language) => string },
): Promise<void> {
  const { action, round, due, text, of } = change;
  // Of users a group, of documents the day.
  const filter = ("filter" in of ? of.filter : {}) as { group?: string | undefined; before?: string };
  const isOwn = await ensureRound(context.db, {
    id: round,
    action,
    type: action === "renewDocuments" ? null : type,
    text,
    due,
    groupName: filter.group ?? null,
    before: filter.before ?? null,
    by: requireViewer(context).userId,
  });
  if (!isOwn) throw new Refusal("keyReused");
  await askForDocument(context, holder, { type, due, text: text ?? words(await readLanguage(context, holder)) }, round);
}

/** Nobody was told yet: the request is as if it had never been made. */
async function takeBack(tx: Tx, holder: Holder, asked: { round: string; type: string }): Promise<boolean> {
  const id = await deleteUntold(tx, holder, asked);
  if (id === undefined) return false;
  tx.audit("document.askingUndone", holder, { before: { id, type: asked.type } });
  tx.emit("documents:changed", holder);
  return true;
}

function asking<Change extends Asking>(
  holderType: Holder["holderType"],
  find: BulkKind<Change>["find"],
): BulkKind<Change> {
  return {
    find,
    lock: async () => undefined,
    async read(context, ids, { type }) {
      const viewer = requireViewer(context);
      const types = await getTypes(context);
      return (await listAskable(context.db, { holderType, ids, type })).map((row) => ({
        id: row.id,
        name: row.name,
        from: null,
        before: {},
        refusal: refusalToAsk(viewer, { holderType, holderId: row.id }, row, types.get(type)),
      }));
    },
    async carryOut(context, id, change) {
      const holder = { holderType, holderId: id };
      const { type } = change;
      const inside = context as Context & { db: Tx };
      await lockAsking(inside.db, holder, type);
      const [row] = await listAskable(inside.db, { holderType, ids: [id], type });
      if (row?.isAsked) throw new Refusal("stateConflict");
      await ask(inside, holder, change, { type, words: (language) => textIn(language)("documents.round.askText") });
    },
    putBack: (tx, { id }, { round, type }) => takeBack(tx, { holderType, holderId: id }, { round, type }),
  };
}

export const askUsers = asking<BulkChangeOf<"askUsers">>("user", findUserIds);
export const askCompanies = asking<BulkChangeOf<"askCompanies">>("company", findCompanyIds);

/** A current one of each document that expires: of users and companies. */
export const renewDocuments: BulkKind<Renewal> = {
  find: ({ db }, { before, type }, limit) => findExpiring(db, { before, type, limit }),
  lock: async () => undefined,
  async read(context, ids) {
    const viewer = requireViewer(context);
    const types = await getTypes(context);
    const seen = new Set<string>();
    return (await listExpiring(context.db, ids)).map((row) => {
      const holder = { holderType: row.holder_type, holderId: row.holder_id };
      // One request for a type is enough, however many papers of it expire.
      const key = `${row.holder_type} ${row.holder_id} ${row.type}`;
      const isAsked = row.isAsked || seen.has(key);
      seen.add(key);
      return {
        id: row.id,
        name: `${row.name} · ${row.title} · ${row.validUntil}`,
        from: null,
        before: { ...holder, type: row.type },
        refusal: refusalToAsk(viewer, holder, { ...row, isAsked }, types.get(row.type)),
      };
    });
  },
  async carryOut(context, id, change) {
    const inside = context as Context & { db: Tx };
    const [row] = await listExpiring(inside.db, [id]);
    if (!row) throw new Refusal("notFound");
    const holder = { holderType: row.holder_type, holderId: row.holder_id };
    await lockAsking(inside.db, holder, row.type);
    const [now] = await listExpiring(inside.db, [id]);
    if (!now || now.isAsked) throw new Refusal("stateConflict");
    const words = (language: Language) =>
      textIn(language)("documents.round.renewText", { title: row.title, day: inWords(language, row.validUntil) });
    await ask(inside, holder, change, { type: row.type, words });
  },
  putBack: (tx, { before }, { round }) => {
    const { holderType, holderId, type } = before as unknown as Holder & { type: string };
    return takeBack(tx, { holderType, holderId }, { round, type });
  },
};
