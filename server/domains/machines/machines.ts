/** Keys of the firm's systems: made, approved, rotated, taken over, revoked. */
import { api } from "@portico/api";
import type { Answer, Parsed } from "@portico/api/endpoint.ts";
import { listMachineScopes } from "@portico/api/machine-scopes.ts";
import type { machines as calls, MachineKeyRow } from "@portico/api/machines.ts";
import type { Role } from "@portico/api/permissions.ts";
import { addDays } from "@portico/api/rules/calendar.ts";
import { machineLimits } from "@portico/api/rules/machines.ts";
import { hintOf, makeToken } from "../../http/machine-token.ts";
import { sha256 } from "../../http/session.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { isDuplicate } from "../../kernel/database-errors.ts";
import { canOf, enforce } from "../../kernel/policy.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type Tx, transact } from "../../unit-of-work/transact.ts";
import { getUserNames } from "../holders/holders.ts";
import { needsTwo } from "../proposals/proposals.ts";
import { dayStarts, firmDay } from "../settings/firm-day.ts";
import { getSetting } from "../settings/settings.ts";
import { roleOfKey } from "./caller.ts";
import {
  isAbove,
  refusalToApprove,
  refusalToDecline,
  refusalToRevoke,
  refusalToRotate,
  refusalToTakeOver,
  stateOf,
} from "./machines.policy.ts";
import {
  countKeys,
  endTokens,
  insertKey,
  insertToken,
  listKeys,
  listSecrets,
  lockKey,
  markApproved,
  markEnded,
  markTakenOver,
  raiseVersion,
  type SecretRow,
  type StoredKey,
} from "./machines.queries.ts";
import { networksOf } from "./networks.ts";
import { tellAdmins } from "./news.ts";

type Calls = typeof calls;

/** Ended keys are listed as long as there is room: the audit log has them all. */
const shown = 300;

let known: ReturnType<typeof listMachineScopes> | undefined;
/** Every scope with its calls; put together once. */
const scopesNow = () => (known ??= listMachineScopes(api));

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

interface Around {
  context: Context;
  names: ReadonlyMap<number, string>;
  secrets: readonly SecretRow[];
}

function toRow(key: StoredKey, { context, names, secrets }: Around): MachineKeyRow {
  const viewer = requireViewer(context);
  const now = context.now();
  const named = (id: number) => ({ id, name: names.get(id) ?? "" });
  const role = roleOfKey(key.level, key.role as Role);
  return {
    id: key.id,
    name: key.name,
    level: key.level,
    works_as: role === "client" ? key.level : role,
    scopes: key.scopes.map((name) => ({ name, known: scopesNow().has(name as `${string}:read`) })),
    addresses: key.addresses,
    state: stateOf(key, now),
    expires_at: key.expires_at.toISOString(),
    made_by: named(key.made_by),
    made_at: key.made_at.toISOString(),
    approved_by: key.approved_by === null ? null : named(key.approved_by),
    approved_at: iso(key.approved_at),
    answers: named(key.user_id),
    ended_by: key.ended_by === null ? null : named(key.ended_by),
    ended_at: iso(key.ended_at),
    last_used_at: iso(key.last_used_at),
    last_address: key.last_address,
    calls: key.calls,
    secrets: secrets
      .filter(({ key_id }) => key_id === key.id)
      .map(({ hint, made_at, ends_at }) => ({ hint, made_at: made_at.toISOString(), ends_at: iso(ends_at) })),
    version: key.version,
    can: canOf({
      approve: refusalToApprove(viewer, key, now),
      decline: refusalToDecline(viewer, key, now),
      revoke: refusalToRevoke(viewer, key, now),
      rotate: refusalToRotate(viewer, key, now),
      takeOver: refusalToTakeOver(viewer, key, now),
    }),
  };
}

export async function readKeys(context: Context): Promise<Answer<Calls["list"]>> {
  const { db } = context;
  const [keys, rules, byTwo] = await Promise.all([listKeys(db, shown), getSetting(db, "machineKeys"), needsTwo(db)]);
  const people = keys.flatMap(({ user_id, made_by, approved_by, ended_by }) =>
    [user_id, made_by, approved_by, ended_by].filter((id) => id !== null),
  );
  const [names, secrets] = await Promise.all([
    getUserNames(db, [...new Set(people)]),
    listSecrets(
      db,
      keys.map(({ id }) => id),
    ),
  ]);
  return {
    keys: keys.map((key) => toRow(key, { context, names, secrets })),
    scopes: [...scopesNow()].map(([name, opened]) => ({ name, calls: opened })),
    rules,
    byTwo,
  };
}

const refuseField = (path: string, code: "notAllowed" | "unknown" | "inPast" | "tooFarAhead" | "quotaFull"): never => {
  throw new Refusal("badInput", { fields: [{ path, code }] });
};

/** Refuses (`badInput`) an end that is over, or later than the firm allows; the instant after the last day otherwise. */
async function readEnd(tx: Tx, context: Context, lastDay: string): Promise<string> {
  const [{ longestDays }, { timeZone, today }] = [
    await getSetting(tx, "machineKeys"),
    await firmDay(tx, context.now()),
  ];
  if (lastDay < today) refuseField("expires_on", "inPast");
  if (lastDay > addDays(today, longestDays)) refuseField("expires_on", "tooFarAhead");
  return dayStarts(timeZone)(addDays(lastDay, 1));
}

/** A new secret of the key. Nobody can read it again. */
async function giveToken(tx: Tx, keyId: number, by: number): Promise<string> {
  const token = makeToken();
  await insertToken(tx, { hash: sha256(token), keyId, hint: hintOf(token), by });
  return token;
}

/**
 * Makes a key with its maker's rights at most; it waits for a second administrator while four eyes are on. `nameInUse`, `badInput` for
 * an unknown scope, a higher level, an end outside the firm's limit, no network, or too many keys.
 */
export async function makeKey(
  context: Context,
  { name, level, scopes, addresses, expires_on }: Parsed<Calls["make"]>["body"],
): Promise<Answer<Calls["make"]>> {
  const viewer = requireViewer(context);
  if (isAbove(level, viewer)) refuseField("level", "notAllowed");
  scopes.forEach((scope, place) => {
    if (!scopesNow().has(scope as `${string}:read`)) refuseField(`scopes.${place}`, "unknown");
  });
  const networks = networksOf(addresses);
  try {
    return await transact(context, async (tx) => {
      const by = viewer.userId;
      if ((await countKeys(tx)) >= machineLimits.keys) refuseField("name", "quotaFull");
      const expiresAt = await readEnd(tx, context, expires_on);
      const waits = await needsTwo(tx);
      const kept = { name, level, scopes: [...new Set(scopes)], addresses: [...new Set(networks)], expiresAt };
      const id = await insertKey(tx, { ...kept, by, approved: !waits });
      const token = await giveToken(tx, id, by);
      tx.audit("machineKey.made", id, { after: { ...kept, waits } });
      tx.emit("machines:changed", {});
      if (waits) await tellAdmins(tx, { type: "machine_key_waits", name }, by);
      return { id, token, waits };
    });
  } catch (error) {
    if (isDuplicate(error, "machine_key_name")) throw new Refusal("nameInUse");
    throw error;
  }
}

/** The key, locked; `notFound` without one, and the policy's refusal. `version`: `stateConflict` if it changed since. */
async function lockFor(
  tx: Tx,
  context: Context,
  { id, version }: { id: number; version?: number },
  refusalTo: typeof refusalToApprove,
): Promise<StoredKey> {
  const key = await lockKey(tx, id);
  if (!key) throw new Refusal("notFound");
  enforce(refusalTo(requireViewer(context), key, context.now()));
  if (version !== undefined && key.version !== version) throw new Refusal("stateConflict");
  return key;
}

export const approveKey = (context: Context, id: number, version: number): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const { name } = await lockFor(tx, context, { id, version }, refusalToApprove);
    if (!(await markApproved(tx, id, requireViewer(context).userId))) throw new Refusal("stateConflict");
    tx.audit("machineKey.approved", id, { after: { name } });
    tx.emit("machines:changed", {});
    return { done: true };
  });

/** Ends a key for good: one that waits is declined, another revoked. It fails from its next call on, in every process. */
export const endKey = (context: Context, id: number, reason: "declined" | "revoked"): Promise<{ done: true }> =>
  transact(context, async (tx) => {
    const { name } = await lockFor(tx, context, { id }, reason === "declined" ? refusalToDecline : refusalToRevoke);
    const by = requireViewer(context).userId;
    if (!(await markEnded(tx, id, { by, reason }))) throw new Refusal("stateConflict");
    if (reason === "declined") tx.audit("machineKey.declined", id, { before: { name } });
    else tx.audit("machineKey.revoked", id, { before: { name } });
    tx.emit("machines:changed", {});
    return { done: true };
  });

/** A new secret; the former one works for some hours more, and one before that not any more. */
export const rotateKey = (
  context: Context,
  id: number,
  { overlapHours, version }: Parsed<Calls["rotate"]>["body"],
): Promise<Answer<Calls["rotate"]>> =>
  transact(context, async (tx) => {
    const { name } = await lockFor(tx, context, { id, version }, refusalToRotate);
    await endTokens(tx, id, overlapHours);
    const token = await giveToken(tx, id, requireViewer(context).userId);
    tx.audit("machineKey.rotated", id, { after: { name, overlapHours } });
    tx.emit("machines:changed", {});
    return { token, version: await raiseVersion(tx, id) };
  });

/** The caller answers for a stopped key. Who left may know its secret, so there is a new one. */
export const takeKeyOver = (context: Context, id: number, version: number): Promise<Answer<Calls["takeOver"]>> =>
  transact(context, async (tx) => {
    const { name, user_id: userId } = await lockFor(tx, context, { id, version }, refusalToTakeOver);
    const by = requireViewer(context).userId;
    const waits = await needsTwo(tx);
    await endTokens(tx, id, 0);
    const token = await giveToken(tx, id, by);
    await markTakenOver(tx, id, { by, approved: !waits });
    tx.audit("machineKey.takenOver", id, { before: { userId }, after: { name, waits } });
    tx.emit("machines:changed", {});
    if (waits) await tellAdmins(tx, { type: "machine_key_waits", name }, by);
    return { token, waits };
  });
