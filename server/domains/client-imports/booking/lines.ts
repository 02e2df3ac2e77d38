/** Books one line of a file of clients: the account, its number, and a company's people, all or nothing. */

import { isClosed } from "@portico/api/holder-states.ts";
import type { ClientFailureCode, ClientFaultCode } from "@portico/api/rules/client-imports.ts";
import { isDuplicate } from "../../../kernel/database-errors.ts";
import type { Tx } from "../../../unit-of-work/transact.ts";
import { applyClientNumber } from "../../client-numbers/client-numbers.ts";
import { refuseStaff } from "../../holders/holders.ts";
import { grantRepresentation } from "../../holders/representation.ts";
import { createUser } from "../../users/users.ts";
import {
  type BookedRepresentative,
  findDecided,
  insertBrought,
  insertBroughtCompany,
  type LockedLine,
  lockRepresentatives,
  markBooked,
} from "./booking.queries.ts";

/** It cannot be booked as things are now; booking again may. */
export class FailedLine extends Error {
  readonly code: ClientFaultCode | ClientFailureCode;
  constructor(code: ClientFaultCode | ClientFailureCode) {
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
async function findPeople(tx: Tx, importId: number, { data }: LockedLine): Promise<BookedRepresentative[]> {
  const { representatives: addresses } = data;
  const decided = new Map((await findDecided(tx, importId, addresses)).map((one) => [one.email, one]));
  const ids = [...decided.values()].flatMap(({ state, userId }) => (state === "present" && userId ? [userId] : []));
  const found = await lockRepresentatives(tx, { addresses, ids });
  const people = addresses.map((address) => {
    const meant = decided.get(address);
    const one = found.find(({ email, id }) => email === address || id === meant?.userId);
    if (!one || meant?.state === "maybe")
      throw new FailedLine(meant ? "representativeUndecided" : "representativeUnknown");
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
  const { name, country, identifiedOn } = data;
  const registerNumber = data.registerNumber ?? "";
  const people = await findPeople(tx, importId, locked);
  const creator = creatorOf(locked, people);
  const companyId = await insertBroughtCompany(tx, {
    name,
    registerNumber,
    country,
    creatorId: creator.id,
    identifiedOn,
  }).catch((error: unknown) => {
    throw isDuplicate(error, "company_started") ? new FailedLine("representativeBusy") : error;
  });
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
