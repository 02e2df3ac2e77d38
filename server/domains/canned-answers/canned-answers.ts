/** Canned answers: what staff insert into their answers, in the client's language. */
import { cannedAnswers } from "@portico/api/canned-answers.ts";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { dayIn } from "@portico/api/rules/calendar.ts";
import { type CannedUse, cannedLimits, unknownPlaceholders } from "@portico/api/rules/canned-answers.ts";
import { type Holder, languages } from "@portico/api/shapes.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, staffVerdict } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { getHolder, getHolderPeople, getUserNames } from "../holders/holders.ts";
import { languageOf } from "../notifications/notifications.ts";
import { getSetting } from "../settings/settings.ts";
import {
  type Content,
  deleteCanned,
  insertCanned,
  listCanned,
  lockCanned,
  updateCanned,
} from "./canned-answers.queries.ts";

type Row = Awaited<ReturnType<typeof listCanned>>[number];
const textsOf = ({ text_bg, text_en, text_pl }: Pick<Row, "text_bg" | "text_en" | "text_pl">): Content["texts"] => ({
  bg: text_bg,
  en: text_en,
  pl: text_pl,
});
const shown = ({ id, title, use, fields, version, ...texts }: Row) => ({
  id,
  title,
  use: use as CannedUse,
  fields,
  version,
  texts: textsOf(texts),
});

/** All of them, for the list where they are written. */
export async function listCannedAnswers(context: Context): Promise<Answer<typeof cannedAnswers.list>> {
  const viewer = requireViewer(context);
  const can = canOf({
    change: staffVerdict(viewer, cannedAnswers.change),
    remove: staffVerdict(viewer, cannedAnswers.remove),
  });
  return {
    answers: (await listCanned(context.db)).map((row) => ({ ...shown(row), can })),
    can: canOf({ create: staffVerdict(viewer, cannedAnswers.create) }),
  };
}

/** All of them for a text to the holder, with the client's language and the values of the placeholders. */
export async function listCannedAnswersFor(
  context: Context,
  holder: Holder,
): Promise<Answer<typeof cannedAnswers.listFor>> {
  const { db } = context;
  const { userId } = requireViewer(context);
  const [{ name }, people, names, brand, rules, rows] = await Promise.all([
    getHolder(db, holder),
    getHolderPeople(db, holder),
    getUserNames(db, [userId]),
    getSetting(db, "brand"),
    getSetting(db, "portalRules"),
    listCanned(db),
  ]);
  return {
    language: languageOf(people[0]?.preferences),
    values: {
      client: name,
      colleague: names.get(userId) ?? "",
      firm: brand.name,
      today: dayIn(rules.timeZone, context.now()),
    },
    answers: rows.map(shown),
  };
}

/** Adds one; `badInput` for an unknown placeholder or without a text, `nameInUse` if the title exists. */
export const createCannedAnswer = (context: Context, content: Content): Promise<{ id: number }> =>
  checked(content, async () =>
    transact(context, async (tx) => {
      const id = await insertCanned(tx, content, cannedLimits.answers);
      if (id === undefined) throw new Refusal("badInput", { fields: [{ path: "title", code: "quotaFull" }] });
      tx.audit("cannedAnswer.created", id, { after: { ...content } });
      return { id };
    }),
  );

/** Changes one; `textChanged` if somebody changed it since it was read. */
export const changeCannedAnswer = (
  context: Context,
  id: number,
  { version, ...content }: Parsed<typeof cannedAnswers.change>["body"],
): Promise<{ done: true }> =>
  checked(content, async () =>
    transact(context, async (tx) => {
      const before = await lockCanned(tx, id);
      if (!before) throw new Refusal("notFound");
      if (before.version !== version) throw new Refusal("textChanged");
      await updateCanned(tx, id, content);
      tx.audit("cannedAnswer.changed", id, {
        before: { title: before.title, texts: textsOf(before), use: before.use, fields: before.fields },
        after: { ...content },
      });
      return { done: true };
    }),
  );

/** Removes one; what was written with it stays. */
export async function removeCannedAnswer(context: Context, id: number): Promise<{ done: true }> {
  await transact(context, async (tx) => {
    const before = await lockCanned(tx, id);
    if (!before) throw new Refusal("notFound");
    await deleteCanned(tx, id);
    tx.audit("cannedAnswer.removed", id, { before: { title: before.title, texts: textsOf(before) } });
  });
  return { done: true };
}

async function checked<T>({ texts }: Content, write: () => Promise<T>): Promise<T> {
  const fields: { path: string; code: "unknown" | "required" }[] = languages
    .filter((language) => unknownPlaceholders(texts[language] ?? "").length > 0)
    .map((language) => ({ path: `texts.${language}`, code: "unknown" }));
  if (languages.every((language) => texts[language] === null)) fields.push({ path: "texts", code: "required" });
  if (fields.length > 0) throw new Refusal("badInput", { fields });
  try {
    return await write();
  } catch (error) {
    if (isDuplicate(error)) throw new Refusal("nameInUse");
    throw error;
  }
}
