/** A report that is there to be read: the holder's people and the delegates with its part are told, once. */
import { partOfKind, type ReportKind } from "@portico/api/rules/reports.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { text } from "@portico/messages/server-text.ts";
import type { Tx } from "../../unit-of-work/transact.ts";
import { listDelegateIds } from "../delegations/delegations.ts";
import { getHolder, getHolderPeople } from "../holders/holders.ts";
import { insertTellings, isTold, lockReport } from "./telling.queries.ts";

interface Told {
  /** Of a made report, not of one that says the same as an earlier one. */
  id: number;
  holder: Holder;
  kind: ReportKind;
  from: string;
  to: string;
}

/**
 * In the portal and by mail, each in their own language, without figures; whom is recorded. False if there is nobody, or they were told of
 * this report before: whoever calls need not know what else calls.
 */
export async function tellOfReport(tx: Tx, { id, holder, kind, from, to }: Told): Promise<boolean> {
  await lockReport(tx, id);
  if (await isTold(tx, id)) return false;
  const names = {
    name_bg: text("bg", `reports.kind.${kind}`),
    name_en: text("en", `reports.kind.${kind}`),
    name_pl: text("pl", `reports.kind.${kind}`),
  };
  const params = { ...names, from, day: to };
  await tx.notify(holder, { type: "reportPublished", params, target_id: id });
  const people = new Set((await getHolderPeople(tx, holder)).map((person) => person.id));
  const delegates = (await listDelegateIds(tx, holder, partOfKind(kind))).filter((userId) => !people.has(userId));
  await insertTellings(tx, { reportId: id, holder, userIds: [...people, ...delegates] });
  if (delegates.length === 0) return people.size > 0;
  const { name } = await getHolder(tx, holder);
  for (const holderId of delegates)
    await tx.notify(
      { holderType: "user", holderId },
      { type: "reportShared", params: { ...params, name }, target_id: id },
    );
  return true;
}
