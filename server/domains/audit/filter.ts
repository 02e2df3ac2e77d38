/** What the list and the export of the audit log filter by, as asked and as the queries take it. */
import type { audit } from "@portico/api/audit.ts";
import type { Parsed } from "@portico/api/endpoint.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { Context } from "../../kernel/context.ts";
import { transact } from "../../unit-of-work/transact.ts";
import { isAnyStaff } from "../holders/holders.ts";
import { dayStarts } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import type { Filter } from "./entries.queries.ts";

export type AskedFilter = Omit<Parsed<(typeof audit)["list"]>["query"], "cursor" | "limit">;

/** The holder that a subject such as `user/7` is; undefined for anything else. */
export function holderOfText(text: string | undefined): Holder | undefined {
  const [, holderType, id] = /^(user|company)\/([1-9]\d{0,14})$/.exec(text ?? "") ?? [];
  return holderType === undefined
    ? undefined
    : { holderType: holderType as Holder["holderType"], holderId: Number(id) };
}

function subjectOfText(text: string | undefined): Filter["subject"] {
  if (text === undefined) return undefined;
  const cut = text.indexOf("/");
  return { type: text.slice(0, cut), id: text.slice(cut + 1) };
}

/** The filter with days as moments: `from` included, `before` not. */
export async function readFilter({ db }: Pick<Context, "db">, asked: AskedFilter): Promise<Filter> {
  const { from, to, person, action } = asked;
  const startOf = dayStarts((await getSetting(db, "portalRules")).timeZone);
  const isDay = (text: string): boolean => !text.includes("T");
  return {
    holder: holderOfText(asked.holder),
    subject: subjectOfText(asked.subject),
    person,
    actions: action?.split(","),
    from: from === undefined ? undefined : isDay(from) ? startOf(from) : from,
    // Entries have milliseconds: what is at the moment itself is included.
    before:
      to === undefined ? undefined : isDay(to) ? startOf(addDays(to, 1)) : new Date(Date.parse(to) + 1).toISOString(),
  };
}

/** Holders whose data the filter asks for: the holder, the object, and the person unless they are staff. */
async function holdersIn({ db }: Pick<Context, "db">, asked: AskedFilter): Promise<Holder[]> {
  const { person } = asked;
  const found = [holderOfText(asked.holder), holderOfText(asked.subject)].filter((one) => one !== undefined);
  if (person !== undefined && !(await isAnyStaff(db, [person]))) found.push({ holderType: "user", holderId: person });
  return [...new Map(found.map((one) => [`${one.holderType}/${one.holderId}`, one])).values()];
}

/** Records who looked for what; a look at a holder's entries is an access to the holder. The same once an hour. */
export async function recordLook(context: Context, asked: AskedFilter): Promise<void> {
  const holders = await holdersIn(context, asked);
  const filter = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
  await transact(context, async (tx) => {
    tx.audit("audit.read", "log", { after: { filter }, oncePerHour: true });
    for (const holder of holders)
      tx.audit("holder.accessedByStaff", holder, { after: { call: "audit.list" }, oncePerHour: true });
  });
}
