/** Definitions as staff write them: drafts, publishing, archiving, restoring. */
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { type DefinitionContent, funds } from "@portico/api/funds.ts";
import { unusualFees } from "@portico/api/rules/fees.ts";
import type { Language } from "@portico/api/shapes.ts";
import { canonical, plain } from "../../../audit/canonical.ts";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { canOf, staffVerdict, type Verdict } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import type { Viewer } from "../../../kernel/viewer.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { drawPictureJob } from "../../content/content.jobs.ts";
import {
  archive,
  discardDraft,
  findLanguagesBehind,
  getVersion,
  listVersions,
  publish,
  restoreAsDraft,
  saveDraft,
} from "../../content/versions/versions.ts";
import { getInstruments } from "../../market-data/market-data.ts";
import { knownFunds } from "../funds.ts";
import { findDefinitionFaults, textsOf } from "./checks.ts";
import {
  type Card,
  countOrderChange,
  type DefinitionRecord,
  deleteDefinition,
  findByKey,
  getOrderVersion,
  insertDefinition,
  listRecords,
  lockDefinition,
  type StaffRecord,
  setArchived,
  setDraft,
  setFeatured,
  setPublished,
} from "./definitions.queries.ts";
import { keyOf, readByPlace } from "./public.ts";

type Opened = Answer<typeof funds.openDefinition>;

/** Why the viewer may not do it to the definition as it is. */
const refusalTo = {
  edit: (viewer: Viewer): Verdict => staffVerdict(viewer, funds.saveDefinition),
  publish: (viewer: Viewer, { draft }: DefinitionRecord): Verdict =>
    staffVerdict(viewer, funds.publishDefinition) ?? (draft === null ? "stateConflict" : null),
  archive: (viewer: Viewer, { state }: DefinitionRecord): Verdict =>
    staffVerdict(viewer, funds.archiveDefinition) ?? (state === "published" ? null : "stateConflict"),
  remove: (viewer: Viewer, { first_published_at: since }: DefinitionRecord): Verdict =>
    staffVerdict(viewer, funds.removeDefinition) ?? (since === null ? null : "stateConflict"),
};

const toCard = ({ name, summary, goal, risk, years, currency, minimum, maximum, fees }: DefinitionContent): Card => ({
  name,
  summary,
  goal,
  risk,
  years,
  currency,
  minimum,
  maximum,
  fees,
});

const presentDefinition = (viewer: Viewer, record: StaffRecord, behind: ReadonlyMap<string, Language[]>) => ({
  id: record.id,
  order: record.place,
  featured: record.featured,
  state: record.state,
  name: record.card.name,
  risk: record.card.risk,
  currency: record.card.currency,
  published: record.published,
  draft: record.draft,
  joined: record.joined,
  asked: record.asked,
  behind: behind.get(keyOf(record.id).subject) ?? [],
  can: canOf({
    edit: refusalTo.edit(viewer),
    publish: refusalTo.publish(viewer, record),
    archive: refusalTo.archive(viewer, record),
    remove: refusalTo.remove(viewer, record),
  }),
});

/** A definition with its versions, the newest first. */
export async function openDefinition(context: Context, id: number): Promise<Opened> {
  const [record] = await listRecords(context.db, { id, limit: 1 });
  if (!record) throw new Refusal("notFound");
  const key = keyOf(id);
  const [versions, behind] = await Promise.all([
    listVersions<DefinitionContent>(context.db, key),
    findLanguagesBehind(context.db, key.kind, [key.subject]),
  ]);
  return {
    ...presentDefinition(requireViewer(context), record, behind),
    versions: versions.map(({ version, state, edit, data, changed_at, changed_by, restored_from, ...one }) => ({
      version,
      state,
      edit,
      content: data,
      restored_from,
      published_at: one.published_at?.toISOString() ?? null,
      published_by: one.published_by,
      changed_at: changed_at.toISOString(),
      changed_by,
    })),
  };
}

/** Definitions in every state, by order. */
export async function listAllDefinitions(
  context: Context,
  { state, cursor, limit }: Parsed<typeof funds.listAllDefinitions>["query"],
): Promise<Answer<typeof funds.listAllDefinitions>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const orderVersion = await getOrderVersion(db);
  const { rows, nextCursor } = await readByPlace({ cursor, limit }, (start) => listRecords(db, { state, ...start }));
  const keys = rows.map(({ id }) => keyOf(id));
  const behind = await findLanguagesBehind(
    db,
    keys[0]?.kind ?? "",
    keys.map(({ subject }) => subject),
  );
  return {
    definitions: rows.map((row) => presentDefinition(viewer, row, behind)),
    nextCursor,
    orderVersion,
    can: canOf({
      order: staffVerdict(viewer, funds.orderDefinitions),
      create: staffVerdict(viewer, funds.createDefinition),
    }),
  };
}

const changed = (tx: Tx): void => tx.emit("funds:changed", {});

/** Begins a definition as a draft; a repeated key answers as the first call, or `keyReused` if the content differs. */
export async function createDefinition(
  context: Context,
  { content: { featured, ...content }, key }: Parsed<typeof funds.createDefinition>["body"],
): Promise<Opened> {
  const { userId } = requireViewer(context);
  const id = await transact(context, async (tx) => {
    // First, so that those who put the definitions in order wait for the new one.
    await countOrderChange(tx);
    const made = await insertDefinition(tx, { card: toCard(content), userId, key });
    if (made === undefined) throw new Repeated();
    await saveDraft({ ...context, db: tx }, keyOf(made), { data: content, since: null });
    tx.audit("definition.created", String(made), { after: { name: content.name } });
    await feature(tx, made, featured);
    changed(tx);
    return made;
  }).catch((error: unknown) => {
    if (error instanceof Repeated && key !== undefined) return requireAlike(context.db, { userId, key, content });
    throw error;
  });
  return openDefinition(context, id);
}
/** The person used the key before: nothing of the change is kept. */
class Repeated extends Error {}

async function requireAlike(
  db: Db,
  { userId, key, content }: { userId: number; key: string; content: DefinitionContent },
): Promise<number> {
  const id = await findByKey(db, userId, key);
  const first = id === undefined ? undefined : (await listVersions<DefinitionContent>(db, keyOf(id))).at(-1);
  if (id === undefined || !first || canonical(plain(first.data)) !== canonical(plain(content)))
    throw new Refusal("keyReused");
  return id;
}

/** The definition, locked, for a change. */
async function change(
  context: Context,
  id: number,
  work: (tx: Tx, record: DefinitionRecord) => Promise<void>,
): Promise<Opened> {
  await transact(context, async (tx) => {
    const record = await lockDefinition(tx, id);
    if (!record) throw new Refusal("notFound");
    await work(tx, record);
    changed(tx);
  });
  return openDefinition(context, id);
}

/** Saves the draft; `stateConflict` if somebody else saved or published it since it was read. */
export const saveDefinition = (
  context: Context,
  id: number,
  { content: { featured, ...content }, edit }: Parsed<typeof funds.saveDefinition>["body"],
): Promise<Opened> =>
  change(context, id, async (tx) => {
    const { version } = await saveDraft({ ...context, db: tx }, keyOf(id), { data: content, since: edit });
    await setDraft(tx, id, { version, card: toCard(content) });
    await feature(tx, id, featured);
  });

/**
 * Publishes the draft; `badInput` names what it lacks, the line of what cannot be shown, and fees that nobody said are
 * meant. The texts are read before the transaction: that can take seconds.
 */
export async function publishDefinition(
  context: Context,
  id: number,
  { version, edit, sure }: Parsed<typeof funds.publishDefinition>["body"],
): Promise<Opened> {
  const draft = await getVersion<DefinitionContent>(context.db, keyOf(id), version);
  // What is checked here is what is published below: both name the same edit.
  if (draft.state !== "draft" || draft.edit !== edit) throw new Refusal("stateConflict");
  const texts = textsOf(draft.data);
  const unshown = await context.workers.run("checkContent", { texts }, { holder: `definition/${id}` });
  return change(context, id, async (tx) => {
    const { data } = await publish<DefinitionContent>({ ...context, db: tx }, keyOf(id), {
      version,
      since: edit,
      check: async (content) => [
        ...findDefinitionFaults(content, await knownParts(tx, content)),
        ...unshown,
        ...(sure ? [] : unusualFees(content.fees).map((fee) => ({ path: `fees.${fee}`, code: "unusual" as const }))),
      ],
    });
    await setPublished(tx, id, { version, card: toCard(data) });
    await tx.enqueue(drawPictureJob, { ...keyOf(id), version });
  });
}

async function knownParts(db: Db, { allocation, benchmark }: DefinitionContent) {
  const rows = [...allocation, ...(benchmark ? [benchmark] : [])];
  const instruments = await getInstruments(
    db,
    rows.flatMap(({ instrument_id }) => instrument_id ?? []),
  );
  return {
    funds: await knownFunds(
      db,
      rows.flatMap(({ fund_id }) => fund_id ?? []),
    ),
    instruments: new Set(instruments.keys()),
  };
}

/** Takes the published version out of the offer; who joined stays joined. */
export const archiveDefinition = (context: Context, id: number, version: number): Promise<Opened> =>
  change(context, id, async (tx) => {
    await archive({ ...context, db: tx }, keyOf(id), version);
    await setArchived(tx, id);
  });

/** Makes a new draft of an older version; the draft that was read is set aside. */
export const restoreDefinition = (
  context: Context,
  id: number,
  { version, edit }: Parsed<typeof funds.restoreDefinition>["body"],
): Promise<Opened> =>
  change(context, id, async (tx) => {
    const restored = await restoreAsDraft<DefinitionContent>({ ...context, db: tx }, keyOf(id), {
      version,
      since: edit,
    });
    await setDraft(tx, id, { version: restored.version, card: toCard(restored.data) });
  });

/** Sets the draft aside; it stays among the versions. */
export const discardDefinitionDraft = (context: Context, id: number, edit: number): Promise<Opened> =>
  change(context, id, async (tx) => {
    await discardDraft({ ...context, db: tx }, keyOf(id), edit);
    await setDraft(tx, id, { version: null });
  });

export async function featureDefinition(context: Context, id: number, featured: boolean): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    if (!(await lockDefinition(tx, id))) throw new Refusal("notFound");
    if (await feature(tx, id, featured)) changed(tx);
  });
  return { done: true };
}

/** Whether this changed something; undefined leaves it as it is. */
async function feature(tx: Tx, id: number, featured: boolean | undefined): Promise<boolean> {
  if (featured === undefined || !(await setFeatured(tx, id, featured))) return false;
  tx.audit("definition.featured", String(id), { before: { featured: !featured }, after: { featured } });
  return true;
}

/** Deletes a definition that was never public; `stateConflict` for any other, which is archived instead. */
export async function removeDefinition(context: Context, id: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    await countOrderChange(tx);
    const record = await lockDefinition(tx, id);
    if (!record) throw new Refusal("notFound");
    if (record.draft !== null) {
      const draft = (await listVersions<DefinitionContent>(tx, keyOf(id))).find(({ state }) => state === "draft");
      if (draft) await discardDraft({ ...context, db: tx }, keyOf(id), draft.edit);
    }
    if (!(await deleteDefinition(tx, id))) throw new Refusal("stateConflict");
    tx.audit("definition.removed", String(id), { before: { name: record.card.name } });
    changed(tx);
  });
  return { done: true };
}
