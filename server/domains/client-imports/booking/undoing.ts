/** Takes back what a line of a file of clients made, as long as nobody has used it: who signed in, or has a record, stays. */
import type { Context } from "../../../kernel/context.ts";
import { isDatabaseAway, isForeignKey } from "../../../kernel/database-errors.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { endOutstanding } from "../../sessions/outstanding.ts";
import {
  closePerson,
  deleteCompany,
  deletePerson,
  lockBooked,
  lockCompany,
  lockPerson,
  settleLine,
} from "./undoing.queries.ts";

/** It is used: a session, a record, or somebody's company. */
class Used extends Error {}

async function takeBackPerson(tx: Tx, importId: number, userId: number): Promise<void> {
  const person = await lockPerson(tx, userId);
  if (!person?.isUnused) throw new Used();
  const { email, name, wasMailed } = person;
  await endOutstanding(tx, userId);
  await (wasMailed ? closePerson(tx, userId) : deletePerson(tx, userId));
  tx.audit("user.bringingInUndone", userId, { before: { email, name }, after: { import: importId } });
  tx.rightsChanged({ userIds: [userId], companyIds: [] });
}

async function takeBackCompany(tx: Tx, importId: number, companyId: number): Promise<void> {
  const company = await lockCompany(tx, companyId);
  if (!company?.isUnused) throw new Used();
  const userIds = await deleteCompany(tx, companyId);
  tx.audit("company.bringingInUndone", companyId, { before: { name: company.name }, after: { import: importId } });
  tx.rightsChanged({ userIds, companyIds: [companyId] });
}

/** In one transaction; a line that is used stays booked, and is marked. */
export async function takeBackLine(context: Context, importId: number, line: number): Promise<void> {
  try {
    await transact(context, async (tx) => {
      const booked = await lockBooked(tx, importId, line);
      if (!booked) return;
      const { userId, companyId } = booked;
      if (userId !== null) await takeBackPerson(tx, importId, userId);
      else if (companyId !== null) await takeBackCompany(tx, importId, companyId);
      await settleLine(tx, importId, { line, state: "undone" });
    });
  } catch (error) {
    if (isDatabaseAway(error)) throw error;
    // A record that none of the questions asked for refers to it.
    if (!(error instanceof Used) && !isForeignKey(error))
      context.log.error({ err: error, import: importId, line }, "a booked client was not taken back");
    await transact(context, (tx) => settleLine(tx, importId, { line, failure: "inUse" }));
  }
}
