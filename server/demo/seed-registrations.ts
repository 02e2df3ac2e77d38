/** When the demo's people got their accounts: staff first, each client on the working day before their first step. */

import { createUser } from "../domains/users/users.ts";
import type { Trx } from "../kernel/transaction.ts";
import { applicantOf } from "./applicant-facts.ts";
import { type DemoPerson, demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";
import type { SeedStep } from "./seed.ts";

/** Working days ago, by the first part of the e-mail address. */
const arrivals: Readonly<Record<string, number>> = {
  admin: 300,
  office: 299,
  internal: 298,
  radoslav: 273,
  magdalena: 241,
  ivan: 231,
  anna: 223,
  ewa: 216,
  nikolay: 206,
  james: 191,
  tomasz: 161,
  vera: 121,
  emil: 76,
  stefan: 59,
  sofia: 21,
  kalina: 34,
  pawel: 10,
  joanna: 7,
  kalin: 5,
  desislava: 4,
  marek: 3,
  adam: 4,
  zofia: 1,
};

export const shortNameOf = ({ email }: Pick<DemoPerson, "email">): string => email.replace(/@[^@]*$/, "");

/** Everybody starts before any submission; later steps bring them to their final states. */
const open = (trx: Trx, { email, name, role, language }: DemoPerson, passwordHash: string): Promise<number> =>
  createUser(trx, {
    email,
    name,
    phone: phoneOf(email),
    passwordHash,
    role,
    state: "preKYC",
    preferences: { language },
    confirmed: true,
  });

const phoneOf = (email: string): string | null => {
  const who = shortNameOf({ email });
  return ["admin", "office", "internal", "zofia", "joanna", "kalina"].includes(who) ? null : applicantOf(who).phone;
};

/** All demo accounts share one hash, because hashing each password would make loading slow. */
export const registrationSteps = (passwordHash: string): SeedStep[] =>
  [...demoPeople, ...peopleOnTheWay].map((person) => {
    const who = shortNameOf(person);
    return {
      daysAgo: arrivals[who] ?? 1,
      at: "07:45",
      run: async (seed) => seed.addUser(who, await open(seed.context.trx, person, passwordHash)),
    };
  });
