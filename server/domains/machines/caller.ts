/** Who calls: a person by their session, or a machine by its key. */
import { hasStaffLevel, type Role, type StaffLevel } from "@portico/api/permissions.ts";
import type { Lookups } from "../../http/lookups.ts";
import { isMachineToken, isWellFormed } from "../../http/machine-token.ts";
import { plainAddress } from "../../http/network.ts";
import { sha256 } from "../../http/session.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { resolveViewer } from "../sessions/viewer.ts";
import { parseSetting } from "../settings/settings.ts";
import { findKey, type KeyRow } from "./caller.queries.ts";
import { noteUse } from "./last-use.ts";
import { countMachineCall } from "./rate.ts";

/** What a key may do at most: its own level, or its person's if that has become lower. */
export const roleOfKey = (level: StaffLevel, role: Role): Role => (hasStaffLevel(role, level) ? level : role);

const toViewer = (row: KeyRow): Viewer => ({
  key: { id: row.key_id, name: row.key_name, scopes: row.scopes },
  sessionId: 0,
  userId: row.user_id,
  role: roleOfKey(row.level, row.role),
  state: row.state as Viewer["state"],
  name: row.name,
  // Nothing of what the person has for themself.
  clientNumber: null,
  represents: [],
  begun: [],
  delegated: [],
  freshUntil: null,
  coolingUntil: null,
  lacksSecondFactor: false,
});

/**
 * The viewer of a call, with current data. Throws `unauthenticated` for a session or key that is unknown or over, for a key
 * `addressRefused` outside its networks, and `tooManyRequests` beyond its rate.
 */
export const resolveCaller: Lookups["resolveViewer"] = async (services, credentials, beside) => {
  const { token, address } = credentials;
  if (token === null || !isMachineToken(token)) return resolveViewer(services, credentials, beside);
  const row = isWellFormed(token)
    ? await findKey(services.sessions, sha256(token), plainAddress(address), beside)
    : undefined;
  if (!row) throw new Refusal("unauthenticated");
  if (!row.from_here) throw new Refusal("addressRefused");
  const { callsPerMinute } = parseSetting("machineKeys", row.rules);
  if (services.config.rateLimits) await countMachineCall(services.pool, row.key_id, callsPerMinute);
  await noteUse(services.db, { keyId: row.key_id, address, wasAway: row.was_away });
  return { viewer: toViewer(row), about: row.about ?? undefined };
};
