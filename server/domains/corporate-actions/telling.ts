/** Tells holders what they may choose, that a deadline comes, and that an action is cancelled: each once. */
import { dayIn } from "@portico/api/rules/calendar.ts";
import { reminderHours } from "@portico/api/rules/corporate-actions.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getSetting } from "../settings/settings.ts";
import { type ActionRecord, findAction, listElectable } from "./actions.queries.ts";
import { keyOfTelling, tellActionJob } from "./corporate-actions.jobs.ts";
import { findStanding, listTold, noteTelling, wasToldOfChoice } from "./elections.queries.ts";
import { listEntitled } from "./entitlement.queries.ts";

/** Holders read at once. */
const readAtOnce = 500;

interface Asked {
  id: number;
  what: "choice" | "reminder" | "cancelled";
}

async function* listAllEntitled(services: Services, action: ActionRecord): AsyncGenerator<Holder> {
  let after: Holder | null = null;
  do {
    const part: Awaited<ReturnType<typeof listEntitled>> = await listEntitled(services.db, action, {
      after,
      limit: readAtOnce,
    });
    yield* part.entitled;
    after = part.last;
  } while (after);
}

/** What names the action and its deadline in a message. */
export function paramsOf({ type, instrument, clientDeadline }: ActionRecord, timeZone: string): Record<string, string> {
  const time = (at: Date): string =>
    new Intl.DateTimeFormat("en-GB", { timeZone, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(at);
  return {
    asked: type,
    account: instrument.name,
    ...(clientDeadline && { day: dayIn(timeZone, clientDeadline), time: time(clientDeadline), zone: timeZone }),
  };
}

/** Changes with what a holder has to know before choosing. */
const choiceOf = ({ clientDeadline, terms, exDay, payDay }: ActionRecord): string =>
  `choice ${JSON.stringify([clientDeadline, exDay, payDay, terms])}`;

async function tellOne(
  tx: Tx,
  action: ActionRecord,
  holder: Holder,
  what: Asked["what"],
  timeZone: string,
): Promise<void> {
  const { holderType, holderId } = holder;
  const to = { holderType, holderId };
  const news = { params: paramsOf(action, timeZone), target_id: action.id };
  if (what === "choice") {
    const again = await wasToldOfChoice(tx, to, action.id);
    if (!(await noteTelling(tx, to, action.id, choiceOf(action)))) return;
    await tx.notify(to, { type: again ? "action_changed" : "action_choice", ...news });
  } else if (what === "reminder") {
    if (await findStanding(tx, to, action.id)) return;
    const deadline = action.clientDeadline?.toISOString() ?? "";
    if (await noteTelling(tx, to, action.id, `reminder ${deadline}`))
      await tx.notify(to, { type: "action_reminder", ...news });
  } else if (await noteTelling(tx, to, action.id, "cancelled")) {
    await tx.endNews(to, {
      types: ["action_choice", "action_reminder", "action_changed", "action_to_sign"],
      target_id: action.id,
    });
    await tx.notify(to, { type: "action_cancelled", ...news });
  }
  tx.emit("corporateActions:holder", to);
}

/** Tells everybody concerned. Safe to repeat. */
export async function tellHolders(services: Services, { id, what }: Asked): Promise<void> {
  const context = systemContext(services, "corporateActions");
  const action = await findAction(services.db, id);
  if (!action || (action.state !== "confirmed" && what !== "cancelled")) return;
  if (what === "cancelled" && action.state !== "cancelled") return;
  const { timeZone } = await getSetting(services.db, "portalRules");
  const holders = what === "cancelled" ? await listTold(services.db, id) : listAllEntitled(services, action);
  for await (const holder of holders) await transact(context, (tx) => tellOne(tx, action, holder, what, timeZone));
}

/** Queues what is to be told of actions of which clients may elect. */
export async function queueTellings(services: Services): Promise<void> {
  const now = services.now();
  const electable = await listElectable(services.db, now);
  await transact(systemContext(services, "corporateActions"), async (tx) => {
    for (const { id, clientDeadline } of electable) {
      await tx.enqueue(tellActionJob, { id, what: "choice" }, { key: keyOfTelling(id, "choice") });
      if (clientDeadline.getTime() - now.getTime() <= reminderHours * 3_600_000)
        await tx.enqueue(tellActionJob, { id, what: "reminder" }, { key: keyOfTelling(id, "reminder") });
    }
  });
}
