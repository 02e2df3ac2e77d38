/** Tells the office what waits, what did not come, and which source cannot be read. */
import { failuresBeforeAlarm, type PickupFailure } from "@portico/api/rules/pickups.ts";
import { systemContext } from "../../jobs/system-context.ts";
import type { Services } from "../../kernel/context.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { languageOf } from "../notifications/notifications.ts";
import { readClock } from "./clock.ts";
import { pickupAlarmMail } from "./pickups.mails.ts";
import { isDue } from "./pickups.policy.ts";
import { countSeenSince, listOffice, lockSource, saveFailure, saveLate } from "./pickups.queries.ts";

/** `what`: the hour by which the file was expected. */
type Alarm =
  | { type: "pickup_waiting"; name: string; count: number }
  | { type: "pickup_late"; name: string; what: string }
  | { type: "pickup_failed"; name: string };

const system = "pickup";

/** On the pages of office and administrators; what is broken or late also by mail. */
export async function tellOffice(
  tx: Tx,
  { config }: Pick<Services, "config">,
  { type, ...params }: Alarm,
): Promise<void> {
  for (const { id, email, name: person, preferences } of await listOffice(tx)) {
    await tx.notify({ holderType: "user", holderId: id }, { type, params });
    if (type === "pickup_waiting") continue;
    const language = languageOf(preferences);
    const { name } = params;
    const expectedBy = "what" in params ? params.what : "";
    const link = `${config.publicUrl}/${language}/admin/pickups`;
    await tx.mail({
      to: email,
      language,
      template: pickupAlarmMail,
      params: { name: person, type, source: name, expectedBy, link },
    });
  }
}

export interface NamedSource {
  source: string;
  /** For staff. */
  name: string;
  expectedBy: string | null;
}

/** Records a look that failed; the office is told once, after several or at once of a changed host key. */
export async function recordFailure(
  services: Services,
  { source, name }: NamedSource,
  { code, detail }: { code: PickupFailure; detail: string },
): Promise<void> {
  await transact(systemContext(services, system), async (tx) => {
    const { failures, alarmed_at } = await lockSource(tx, source);
    const isEnough = code === "hostKeyChanged" || failures + 1 >= failuresBeforeAlarm;
    const alarmed = alarmed_at === null && isEnough;
    await saveFailure(tx, source, { at: services.now(), code, detail: detail.slice(0, 500), alarmed });
    if (alarmed) await tellOffice(tx, services, { type: "pickup_failed", name });
    tx.emit("pickups:changed", {});
  });
}

/** Tells once a day that the file of a business day has not come by its hour, and ends that once one came. */
export async function checkLate(services: Services, { source, name, expectedBy }: NamedSource): Promise<boolean> {
  const { today, time, isOpen, startsAt } = await readClock(services);
  return transact(systemContext(services, system), async (tx) => {
    const row = await lockSource(tx, source);
    const isLate = isDue(expectedBy, { isOpen, time }) && (await countSeenSince(tx, source, startsAt)) === 0;
    // Of a day that has not come to its hour yet nothing is known: what was missing before stays missing.
    const isKnown = isLate || expectedBy === null || (await countSeenSince(tx, source, startsAt)) > 0;
    if (!isKnown || (isLate === row.is_late && (!isLate || row.late_on === today))) return row.is_late;
    await saveLate(tx, source, { isLate, ...(isLate && { on: today }) });
    if (isLate && row.late_on !== today)
      await tellOffice(tx, services, { type: "pickup_late", name, what: expectedBy ?? "" });
    tx.emit("pickups:changed", {});
    return isLate;
  });
}
