/** Books one line of a file of clients: the account, its number, and a company's people, all or nothing. */

import { isClosed } from "@portico/api/holder-states.ts";
import type { ClientFaultCode } from "@portico/api/rules/client-imports.ts";
import { isDuplicate } from "../../../kernel/database-errors.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { applyClientNumber } from "../../client-numbers/client-numbers.ts";
import { refuseStaff } from "../../holders/holders.ts";
import { grantRepresentation } from "../../holders/representation.ts";
import { createUser } from "../../users/users.ts";
import {
  type BookedRepresentative,
  insertBrought,
  insertBroughtCompany,
  type LockedLine,
  lockRepresentatives,
  markBooked,
} from "./booking.queries.ts";

/** It cannot be booked as things are now; booking again may. */
export class FailedLine extends Error {
  readonly code: ClientFaultCode;
  constructor(code: ClientFaultCode) {
    super(code);
    this.code = code;
  }
}

interface Place {
  importId: number;
  line: number;
  /** Of no password that anybody knows: the account opens by a mailed link alone. */
  passwordHash: string;
}

export async function bookPerson(tx: Tx, { importId, line, passwordHash }: Place, locked: LockedLine): Promise<void> {
  const { data, bookedBy, reason } = locked;
  const { name, phone, language, state, identifiedOn } = data;
  const email = data.email ?? "";
  const holderState = state === "identified" ? "pendingReKYC" : "preKYC";
  const userId = await createUser(tx, {
    email,
    name,
    phone,
    passwordHash,
    role: "client",
    state: holderState,
    preferences: { language },
    confirmed: false,
  });
  await insertBrought(tx, { userId, importId, identifiedOn });
  tx.audit("user.broughtIn", userId, {
    after: { import: importId, line, email, name, phone, state: holderState, identifiedOn, reason, by: bookedBy },
  });
  if (data.clientNumber !== null)
    await applyClientNumber(tx, { holderType: "user", holderId: userId }, data.clientNumber);
  await markBooked(tx, importId, { line, userId });
}

const identified = ["postKYC", "pendingReKYC"];

/** In the file's order. Nobody represents a company whom the firm has not identified; a new company's form needs one who fills it in. */
async function findPeople(tx: Tx, { data }: LockedLine): Promise<BookedRepresentative[]> {
  const known = new Map((await lockRepresentatives(tx, data.representatives)).map((one) => [one.email, one]));
  const people = data.representatives.map((address) => {
    const one = known.get(address);
    if (!one) throw new FailedLine("representativeUnknown");
    if (isClosed(one.state)) throw new FailedLine("representativeClosed");
    if (data.state === "identified" && !identified.includes(one.state))
      throw new FailedLine("representativeNotIdentified");
    return one;
  });
  await refuseStaff(
    tx,
    people.map(({ id }) => id),
  );
  return people;
}

function creatorOf({ data }: LockedLine, people: readonly BookedRepresentative[]): BookedRepresentative {
  const creator = data.state === "identified" ? people[0] : people.find(({ hasStarted }) => !hasStarted);
  if (!creator) throw new FailedLine("representativeBusy");
  return creator;
}

export async function bookCompany(tx: Tx, { importId, line }: Place, locked: LockedLine): Promise<void> {
  const { data, bookedBy, reason } = locked;
  const { name, identifiedOn } = data;
  const registerNumber = data.registerNumber ?? "";
  const people = await findPeople(tx, locked);
  const creator = creatorOf(locked, people);
  const companyId = await insertBroughtCompany(tx, { name, registerNumber, creatorId: creator.id, identifiedOn }).catch(
    (error: unknown) => {
      throw isDuplicate(error, "company_started") ? new FailedLine("representativeBusy") : error;
    },
  );
  const acting = people.filter(({ state }) => identified.includes(state));
  for (const { id: userId } of acting) await grantRepresentation(tx, { userId, companyId });
  tx.audit("company.broughtIn", companyId, {
    after: {
      import: importId,
      line,
      name,
      registerNumber,
      state: identifiedOn === null ? "preKYC" : "pendingReKYC",
      identifiedOn,
      representatives: people.map(({ id }) => id),
      reason,
      by: bookedBy,
    },
  });
  tx.rightsChanged({ userIds: [creator.id], companyIds: [companyId] });
  if (data.clientNumber !== null)
    await applyClientNumber(tx, { holderType: "company", holderId: companyId }, data.clientNumber);
  await markBooked(tx, importId, { line, companyId });
}
