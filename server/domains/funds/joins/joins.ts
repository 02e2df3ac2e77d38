/** Requests to join a definition: asked by a holder with a ticket, decided by staff. */
import { isAmountIn, isCurrencyInUse } from "@portico/api/currencies.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import type { FieldCode } from "@portico/api/errors.ts";
import type { funds } from "@portico/api/funds.ts";
import { requestTopics } from "@portico/api/rules/tickets.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { Decimal } from "decimal.js";
import { type Context, requireViewer } from "../../../kernel/context.ts";
import { readPage } from "../../../kernel/cursor.ts";
import { holderOf } from "../../../kernel/holder-of.ts";
import { canOf, enforce } from "../../../kernel/policy.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import type { Db } from "../../../kernel/transaction.ts";
import { requireWords } from "../../../kernel/words.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { getHolder, getHolderAccount, getHolderPeople, getUserNames } from "../../holders/holders.ts";
import { languageOf } from "../../notifications/notifications.ts";
import { storeTicket } from "../../tickets/creation.ts";
import { settleTicket } from "../../tickets/transitions.ts";
import { type Card, findCards } from "../definitions/definitions.queries.ts";
import { requirePublished } from "../definitions/public.ts";
import { type Fit, readFit, readFitWithOpen } from "./fit.ts";
import { refusalToDecideJoin, refusalToEndJoin } from "./joins.policy.ts";
import {
  findByClientKey,
  findJoin,
  insertJoin,
  type JoinRecord,
  listJoinRecords,
  moveJoin,
  selectHolderJoins,
  setTicket,
} from "./joins.queries.ts";
import { readWeights } from "./weights.ts";

type JoinRow = Answer<typeof funds.join>;
type Body = Parsed<typeof funds.join>["body"];

const order = "joins";
const toJoinStatus = (record: JoinRecord) => ({
  state: record.state,
  holder: holderOf(record),
  askedBy: record.asked_by,
});

async function getCards(db: Db, records: readonly JoinRecord[]): Promise<Map<number, Card>> {
  const ids = [...new Set(records.map(({ definition_id: id }) => id))];
  return new Map((await findCards(db, ids)).map(({ id, card }) => [id, card]));
}

const presentJoin = (record: JoinRecord, card: Card | undefined): JoinRow => ({
  id: record.id,
  definition_id: record.definition_id,
  name: card?.name ?? { bg: "", en: "", pl: "" },
  state: record.state,
  amount: record.amount,
  currency: record.currency,
  message: record.message,
  asked_at: record.asked_at.toISOString(),
  decided_at: record.decided_at?.toISOString() ?? null,
  staff_message: record.staff_message,
});

/** What stands between the holder and a published definition. */
export async function getFit(
  context: Context,
  holder: Holder,
  definitionId: number,
): Promise<Answer<typeof funds.getFit>> {
  const { record } = await requirePublished(context.db, definitionId);
  return readFitWithOpen(context, holder, { id: definitionId, ...record.card });
}

/** Faults that staff and client can only mend elsewhere, as a refusal. */
function enforceFit({ faults }: Fit): void {
  if (faults.includes("notApproved")) throw new Refusal("notApproved");
  if (faults.includes("noClientNumber")) throw new Refusal("noClientNumber");
  if (faults.length > 0) throw new Refusal("doesNotFit");
}

function problemsOfAmount(amount: string, { minimum, maximum, currency }: Card): FieldCode | undefined {
  const typed = new Decimal(amount);
  if (typed.lte(0) || typed.lt(minimum)) return "tooSmall";
  if (maximum !== null && typed.gt(maximum)) return "tooBig";
  if (!isCurrencyInUse(currency)) return "otherCurrency";
  return isAmountIn(currency, amount) ? undefined : "badFormat";
}

/**
 * Asks to join. `notApproved`, `noClientNumber` and `doesNotFit` say what stands in the way; `stateConflict` for what is
 * asked for or joined already. A repeated key answers as the first call, or `keyReused` if the content differs.
 */
export async function join(context: Context, holder: Holder, body: Body): Promise<JoinRow> {
  const { definition_id: definitionId, amount, message, key } = body;
  const { userId } = requireViewer(context);
  const repeated = await findByClientKey(context.db, holder, key);
  if (repeated) return answerAgain(context, repeated, body);
  const { record, version } = await requirePublished(context.db, definitionId);
  const code = problemsOfAmount(amount, record.card);
  if (code) throw new Refusal("badInput", { fields: [{ path: "amount", code }] });
  enforceFit(await readFit(context, holder, record.card));
  const { currency } = record.card;
  const made = await transact(context, async (tx) => {
    const asked = { definitionId, version: version.version, amount, currency, message, key, by: userId };
    const stored = await insertJoin(tx, holder, asked);
    if (!stored) return undefined;
    tx.audit("target.asked", holder, {
      after: { join: stored.id, definition: definitionId, name: record.card.name, amount, currency },
    });
    const ticketId = await openJoinTicket(tx, holder, stored, record.card);
    await setTicket(tx, stored.id, ticketId);
    tx.emit("target:joined", holder);
    return stored;
  });
  if (made) return presentJoin(made, record.card);
  const before = await findByClientKey(context.db, holder, key);
  if (before) return answerAgain(context, before, body);
  throw new Refusal("stateConflict");
}

async function answerAgain(
  { db }: Context,
  before: JoinRecord,
  { definition_id, amount, message }: Body,
): Promise<JoinRow> {
  const isSame =
    before.definition_id === definition_id && new Decimal(before.amount).eq(amount) && before.message === message;
  if (!isSame) throw new Refusal("keyReused");
  return presentJoin(before, (await getCards(db, [before])).get(before.definition_id));
}

/** The ticket in which holder and staff write about the request, in the holder's language. */
async function openJoinTicket(
  tx: Tx,
  holder: Holder,
  { amount, currency, message, asked_by: by }: JoinRecord,
  card: Card,
): Promise<number> {
  const person = (await getHolderPeople(tx, holder)).find(({ id }) => id === by);
  const language = languageOf(person?.preferences);
  const t = textIn(language);
  const name = card.name[language];
  const words = t("funds.joinTicket.content", { name, amount, currency });
  return storeTicket(tx, holder, {
    title: t("funds.joinTicket.title", { name }),
    content: message === "" ? words : `${words}\n\n${message}`,
    topic: requestTopics.subscription,
    createdBy: by,
    byStaff: false,
    about: undefined,
    key: undefined,
    files: [],
  });
}

/** What the holder asked and joined, with weights. */
export async function listJoins(context: Context, holder: Holder): Promise<Answer<typeof funds.listJoins>> {
  const { db } = context;
  const records = await selectHolderJoins(db, holder);
  const cards = await getCards(db, records);
  const joined = records.filter(({ state }) => state === "joined");
  const weights = await readWeights(context, holder, joined);
  return {
    joins: records.map((record) => ({
      ...presentJoin(record, cards.get(record.definition_id)),
      weights: record.state === "joined" ? (weights.get(record.definition_id) ?? []) : [],
      ticket_id: record.ticket_id,
      can: { withdraw: record.state === "asked" },
    })),
  };
}

/** The holder takes back what staff have not decided; `stateConflict` if staff were first. */
export async function withdrawJoin(context: Context, holder: Holder, id: number): Promise<JoinRow> {
  const { userId } = requireViewer(context);
  const card = (await getCards(context.db, [await requireJoin(context.db, id, holder)])).values().next().value;
  return transact(context, async (tx) => {
    const moved = await moveJoin(tx, id, { from: "asked", to: "withdrawn" });
    if (!moved) throw new Refusal("stateConflict");
    tx.audit("target.withdrawn", holder, { after: { join: id, definition: moved.definition_id, name: card?.name } });
    if (moved.ticket_id !== null) await settleTicket(tx, moved.ticket_id, userId);
    tx.emit("target:joined", holder);
    return presentJoin(moved, card);
  });
}

async function requireJoin(db: Db, id: number, holder?: Holder): Promise<JoinRecord> {
  const record = await findJoin(db, id, holder);
  if (!record) throw new Refusal("notFound");
  return record;
}

const moves = {
  joined: { from: "asked", action: "target.joined", news: "target_joined" },
  declined: { from: "asked", action: "target.declined", news: "target_declined" },
  left: { from: "joined", action: "target.left", news: "target_left" },
} as const;

/**
 * Staff decide, and the holder is told with their words, without which nothing is declined or ended (`badInput`); of two
 * at once one gets `stateConflict`. Who joins must still
 * fit: a profile may have changed since.
 */
export async function decideJoin(
  context: Context,
  id: number,
  { state, message }: Parsed<typeof funds.decideJoin>["body"],
): Promise<JoinRow> {
  const viewer = requireViewer(context);
  const record = await requireJoin(context.db, id);
  const holder = holderOf(record);
  const card = (await getCards(context.db, [record])).get(record.definition_id);
  enforce((state === "left" ? refusalToEndJoin : refusalToDecideJoin)(viewer, toJoinStatus(record)));
  if (state !== "joined") requireWords("message", message);
  if (state === "joined" && card) enforceFit(await readFit(context, holder, card));
  const { from, action, news } = moves[state];
  return transact(context, async (tx) => {
    const moved = await moveJoin(tx, id, { from, to: state, decision: { by: viewer.userId, message } });
    if (!moved) throw new Refusal("stateConflict");
    tx.audit(action, holder, { after: { join: id, definition: moved.definition_id, name: card?.name, message } });
    if (moved.ticket_id !== null) await settleTicket(tx, moved.ticket_id, viewer.userId);
    const { bg = "", en = "", pl = "" } = card?.name ?? {};
    await tx.notify(holder, {
      type: news,
      text: message || undefined,
      params: { name_bg: bg, name_en: en, name_pl: pl },
      target_id: moved.definition_id,
      created_by: viewer.userId,
    });
    tx.emit("target:joined", holder);
    return presentJoin(moved, card);
  });
}

/** The staff's queue of requests to join. */
export async function listAllJoins(
  context: Context,
  { state, definition, cursor, limit, holder_type, holder_id }: Parsed<typeof funds.listAllJoins>["query"],
): Promise<Answer<typeof funds.listAllJoins>> {
  const { db } = context;
  const viewer = requireViewer(context);
  const holder = holder_type && holder_id ? { holderType: holder_type, holderId: holder_id } : undefined;
  const { rows: page, nextCursor } = await readPage(
    { cursor, limit, order, key: "moment" },
    (start) => listJoinRecords(db, { state, definition, holder, ...start }),
    (row) => [row.asked_at, row.id],
  );
  const cards = await getCards(db, page);
  const holders = [...Map.groupBy(page, ({ holder_type: type, holder_id: one }) => `${type}/${one}`)];
  const known = new Map(
    await Promise.all(
      holders.map(async ([key, [first]]) => {
        const one = holderOf(first as JoinRecord);
        return [key, { ...(await getHolder(db, one)), ...(await getHolderAccount(db, one)) }] as const;
      }),
    ),
  );
  const names = await getUserNames(db, [...new Set(page.flatMap(({ decided_by: by }) => by ?? []))]);
  return {
    joins: page.map((record) => {
      const one = known.get(`${record.holder_type}/${record.holder_id}`);
      return {
        ...presentJoin(record, cards.get(record.definition_id)),
        holder_type: record.holder_type,
        holder_id: record.holder_id,
        holder_name: one?.name ?? "",
        client_number: one?.clientNumber ?? null,
        ticket_id: record.ticket_id,
        decided_by: record.decided_by === null ? null : (names.get(record.decided_by) ?? ""),
        can: canOf({
          decide: refusalToDecideJoin(viewer, toJoinStatus(record)),
          end: refusalToEndJoin(viewer, toJoinStatus(record)),
        }),
      };
    }),
    nextCursor,
  };
}
