/** Users of SCIM: accounts of staff that the provider makes, changes and disables. */
import { nameLimits } from "@portico/api/rules/limits.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { type Tx, transact } from "../../../unit-of-work/transact.ts";
import { moveState } from "../../holders/states.ts";
import { getSetting } from "../../settings/settings.ts";
import { createUser } from "../../users/users.ts";
import { findUserOfEmail, insertAccount, saveDisabled } from "../accounts/accounts.queries.ts";
import { followRights } from "../accounts/rights.ts";
import type { ScimCaller } from "./caller.ts";
import { notFound, ScimError } from "./errors.ts";
import { listBody, type Page, parseFilter } from "./filter.ts";
import { patchBody, patched } from "./patch.ts";
import { attributesOf, emailOfUser, nameOfUser, readUser, type ScimUser, userBody } from "./resources.ts";
import {
  findOfPerson,
  findUser,
  forgetContent,
  hasUserName,
  listUsers,
  lockProvider,
  saveContent,
  userFilterNames,
} from "./scim.queries.ts";

const conflict = (detail: string): ScimError => new ScimError(409, detail, "uniqueness");

export async function listScimUsers({ context, provider, base }: ScimCaller, filter: string | undefined, page: Page) {
  const { users, total } = await listUsers(context.db, provider.id, {
    filter: parseFilter(filter, userFilterNames),
    page,
  });
  return listBody(
    users.map((user) => userBody(base, user)),
    total,
    page,
  );
}

export async function getScimUser({ context, provider, base }: ScimCaller, id: string) {
  const user = await findUser(context.db, provider.id, id);
  if (!user) throw notFound();
  return userBody(base, user);
}

const contentOf = (user: ScimUser) => ({
  userName: user.userName,
  externalId: user.externalId ?? null,
  active: user.active ?? true,
  email: emailOfUser(user),
  attributes: attributesOf(user),
});

/** Makes an account; one that a client has by its address is refused, one of a colleague waits for an administrator. */
export function createScimUser(caller: ScimCaller, body: unknown) {
  const user = readUser(body);
  const content = contentOf(user);
  return transact(caller.context, async (tx) => {
    const { provider } = caller;
    await lockProvider(tx, provider.id);
    if (await hasUserName(tx, provider.id, content.userName, 0)) throw conflict("The user name is in use");
    const accountId = await findOrMakeAccount(tx, caller, { user, email: content.email });
    const scimId = await saveContent(tx, accountId, content);
    await followSaved(tx, caller, { accountId, scimId });
    return readSaved(tx, caller, scimId);
  });
}

async function findOrMakeAccount(
  tx: Tx,
  { provider }: ScimCaller,
  { user, email }: { user: ScimUser; email: string },
): Promise<number> {
  const { id: providerId, issuer, name } = provider;
  const known = await findUserOfEmail(tx, email);
  if (known?.role === "client") throw conflict("The address belongs to a client");
  if (known && (await getSetting(tx, "identity")).emergency.includes(known.id))
    throw conflict("The address belongs to an emergency administrator");
  const account = known && (await findOfPerson(tx, { providerId, issuer, userId: known.id }));
  if (account && account.scimId !== null) throw conflict("The address has a user");
  if (account) return account.id;
  const userId = known?.id ?? (await makePerson(tx, { email, name: nameOfUser(user) }));
  const isLinked = known === undefined;
  const id = await insertAccount(tx, { providerId, issuer, subject: null, userId, email, groups: [], isLinked });
  if (id === undefined) throw conflict("The address has a user");
  if (isLinked) {
    // Without a group nobody enters: a group, or a sign-in with one, enables it.
    await saveDisabled(tx, id, true);
    tx.audit("identity.accountCreated", userId, { after: { provider: name, email, role: "internal" } });
  } else tx.audit("identity.linkAsked", userId, { after: { provider: name, email, subject: null } });
  return id;
}

async function makePerson(tx: Tx, { email, name }: { email: string; name: string }): Promise<number> {
  const userId = await createUser(tx, {
    email,
    name: name.slice(0, nameLimits.person),
    phone: null,
    // Fits no password.
    passwordHash: "",
    role: "internal",
    state: "preKYC",
    preferences: {},
    confirmed: true,
  });
  await moveState(tx, { holderType: "user", holderId: userId }, "disable");
  return userId;
}

/** What follows of a changed user, and its trace. A rule of the portal against it is an answer of SCIM. */
async function followSaved(
  tx: Tx,
  { provider }: ScimCaller,
  { accountId, scimId }: { accountId: number; scimId: string },
): Promise<void> {
  const saved = await findUser(tx, provider.id, scimId);
  if (!saved) throw notFound();
  const { userName, active, userId } = saved;
  tx.audit("identity.provisioned", userId, { after: { provider: provider.name, userName, active } });
  tx.emit("identity:changed", {});
  await followRights(tx, provider, accountId);
}

async function readSaved(tx: Tx, { provider, base }: ScimCaller, scimId: string) {
  const saved = await findUser(tx, provider.id, scimId);
  if (!saved) throw notFound();
  return userBody(base, saved);
}

/** Replaces a user; `active` keeps its value where it is not said. */
export const replaceScimUser = (caller: ScimCaller, id: string, body: unknown) =>
  changeUser(caller, id, () => readUser(body));

export function patchScimUser(caller: ScimCaller, id: string, body: unknown) {
  const { data } = patchBody.safeParse(body);
  if (!data) throw new ScimError(400, "The operations cannot be read", "invalidSyntax");
  return changeUser(caller, id, (before) => readUser(patched(before, data.Operations)));
}

const changeUser = (caller: ScimCaller, id: string, change: (before: Record<string, unknown>) => ScimUser) =>
  transact(caller.context, async (tx) => {
    const { provider } = caller;
    await lockProvider(tx, provider.id);
    const before = await findUser(tx, provider.id, id);
    if (!before) throw notFound();
    const { userName, externalId, active, attributes, accountId, scimId } = before;
    const user = change({ ...attributes, userName, externalId, active });
    if (await hasUserName(tx, provider.id, user.userName, accountId)) throw conflict("The user name is in use");
    await saveContent(tx, accountId, { ...contentOf(user), active: user.active ?? active });
    await followSaved(tx, caller, { accountId, scimId });
    return readSaved(tx, caller, scimId);
  });

/** The person is out at once; their account stays for what they did, and may be made anew. */
export const deleteScimUser = ({ context, provider }: ScimCaller, id: string): Promise<void> =>
  transact(context, async (tx) => {
    await lockProvider(tx, provider.id);
    const user = await findUser(tx, provider.id, id);
    if (!user) throw notFound();
    const { accountId, userId, userName } = user;
    await saveContent(tx, accountId, {
      ...user,
      active: false,
      email: emailOfUser(readUser({ ...user.attributes, userName })),
    });
    await followRights(tx, provider, accountId);
    await forgetContent(tx, accountId);
    tx.audit("identity.deprovisioned", userId, { after: { provider: provider.name, userName } });
    tx.emit("identity:changed", {});
  });

/** A refusal of the portal as an answer of SCIM. */
export const scimErrorOf = (refusal: Refusal): ScimError =>
  refusal.status >= 500 || refusal.code === "tooManyRequests"
    ? new ScimError(refusal.status, refusal.code)
    : new ScimError(409, `The portal refuses this: ${refusal.code}`, "mutability");
