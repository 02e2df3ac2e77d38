/** Staff sign in through a provider: the session is opened, and the role follows the groups of this sign-in. */

import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import type { IdentityRefusal } from "@portico/api/identity.ts";
import type { Http } from "../../../http/handlers.ts";
import type { Context } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { locateOrigin, type SignInOrigin } from "../../analytics/analytics.ts";
import { completeSignIn, findUserById, type Opened, openSession } from "../../sessions/sign-in/complete-sign-in.ts";
import { changeRole } from "../../users/staff.ts";
import { createUser } from "../../users/users.ts";
import {
  type AccountRow,
  insertAccount,
  lockAccount,
  saveSeen,
  saveSubject,
  shareSetting,
} from "../accounts/accounts.queries.ts";
import { enable } from "../accounts/rights.ts";
import { endAccountSessions } from "../accounts/sessions.ts";
import { keepIdToken } from "../logout/at-provider.ts";
import { getProvider } from "../providers.ts";
import { beginAttempt, finishAttempt } from "./flow.ts";
import { type ProvidedPerson, readPerson } from "./person.ts";
import { findStanding, type Standing } from "./standing.ts";

/** Begins a sign-in; `notFound` for a provider that is off. */
export async function beginSignIn(context: Context, http: Http, id: string): Promise<{ url: string }> {
  const provider = await getProvider(context.db, id);
  if (!provider.isOn) throw new Refusal("notFound");
  return beginAttempt(context, http, { provider, purpose: "signIn" });
}

/** Opens the session of who came back from the provider, or refuses with the reason; both are audited. */
export async function finishSignIn(context: Context, http: Http, params: string) {
  const { provider, claims, idToken } = await finishAttempt(context, http, { purpose: "signIn", params });
  const person = readPerson(provider, claims);
  const origin = await locateOrigin(context.geography, context.caller.address, context.caller.userAgent);
  const outcome = await transact(context, (tx) =>
    enter(tx, context, http, { id: provider.id, person, idToken, origin }),
  );
  if ("refusal" in outcome) {
    // Of somebody whom nobody here knows, the audit log has no subject.
    context.log.info({ provider: provider.name, refusal: outcome.refusal }, "sign-in through a provider refused");
    throw new Refusal(outcome.refusal);
  }
  return completeSignIn(context, outcome);
}

interface Entering {
  id: string;
  person: ProvidedPerson;
  idToken: string;
  origin: SignInOrigin;
}

async function enter(
  tx: Tx,
  context: Context,
  http: Http,
  { id, person, idToken, origin }: Entering,
): Promise<Opened | { refusal: IdentityRefusal }> {
  await shareSetting(tx);
  // As saved now: it may have been switched off while the person was away.
  const provider = await getProvider(tx, id);
  if (!provider.isOn) throw new Refusal("notFound");
  const standing = await findStanding(tx, provider, person);
  if ("refusal" in standing) {
    await followRefusal(tx, provider, person, standing);
    return { refusal: standing.refusal };
  }
  const account = standing.account ?? (await createAccount(tx, provider, person, standing));
  // Changes of the account wait, and so does a second sign-in of the same person.
  const locked = await lockAccount(tx, account.id);
  if (!locked) throw new Refusal("stateConflict");
  // The first sign-in of somebody whom the SCIM client made known.
  if (locked.subject === null) await saveSubject(tx, account.id, person.subject);
  if (locked.state === "disabled") await enable(tx, locked);
  if (account.role !== standing.role)
    await changeRole(tx, account.userId, { before: account.role, after: standing.role });
  await saveSeen(tx, account.id, person);
  const user = await findUserById(tx, account.userId);
  if (!user || user.disabled) throw new Refusal("accountDisabled");
  const opened = await openSession(tx, context, http, {
    user,
    origin,
    factor: "provider",
    provider: { accountId: account.id, sid: person.sid },
  });
  if (provider.endsSession) await keepIdToken(tx, context, { sessionId: opened.sessionId, providerId: id, idToken });
  return opened;
}

/** Who lost their groups is out of every session; a colleague with the same address is asked about on the page. */
async function followRefusal(
  tx: Tx,
  provider: IdentityProvider,
  person: ProvidedPerson,
  { refusal, account, asks }: Extract<Standing, { refusal: unknown }>,
): Promise<void> {
  const { id: providerId, issuer, name } = provider;
  if (account) {
    tx.audit("identity.refused", account.userId, { after: { provider: name, reason: refusal } });
    if (refusal === "noStaffGroup") {
      await saveSeen(tx, account.id, person);
      const sessionIds = await endAccountSessions(tx, account.id);
      if (sessionIds.length > 0)
        tx.audit("identity.rightsLost", account.userId, { after: { provider: name, sessionIds } });
    }
  }
  if (asks === undefined) return;
  const { subject, email, groups } = person;
  const id = await insertAccount(tx, { providerId, issuer, subject, userId: asks, email, groups, isLinked: false });
  if (id === undefined) return;
  tx.audit("identity.linkAsked", asks, { after: { provider: name, email, subject } });
  tx.emit("identity:changed", {});
}

/** An account of staff without a password, for somebody whom nobody here knows. */
async function createAccount(
  tx: Tx,
  { id: providerId, issuer, name: provider }: IdentityProvider,
  { subject, name, groups }: ProvidedPerson,
  { email, role }: Extract<Standing, { email: string }>,
): Promise<Pick<AccountRow, "id" | "userId" | "role">> {
  const userId = await createUser(tx, {
    email,
    name,
    phone: null,
    // Fits no password.
    passwordHash: "",
    role,
    state: "preKYC",
    preferences: {},
    confirmed: true,
  });
  const id = await insertAccount(tx, { providerId, issuer, subject, userId, email, groups, isLinked: true });
  // Somebody else signed in with the same subject meanwhile: they sign in again.
  if (id === undefined) throw new Refusal("stateConflict");
  tx.audit("identity.accountCreated", userId, { after: { provider, email, role } });
  tx.emit("identity:changed", {});
  return { id, userId, role };
}
