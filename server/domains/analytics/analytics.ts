/** One row per sign-in: the address as the server saw it, the place, the device; and one per failed attempt. */
import type { Suspicion } from "@portico/api/rules/sign-ins.ts";
import type { Geography, Place } from "../../adapters/geography/geography.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { findHistory, findSignIn, insertFailedSignIn, insertSignIn, updateSignIn } from "./analytics.queries.ts";
import { type Device, parseDevice } from "./device.ts";
import { findSuspicions } from "./suspicion.ts";

/** Input of `recordSignIn`; determined before the transaction, because it may call an external service. */
export interface SignInOrigin {
  address: string;
  place: Place;
  device: Device;
}

export const locateOrigin = async (
  geography: Geography,
  address: string,
  userAgent: string,
): Promise<SignInOrigin> => ({
  address,
  place: await geography.locate(address),
  device: parseDevice(userAgent),
});

export interface RecordedSignIn {
  /** The person signed in before, but never from this country or with this browser. */
  isNew: boolean;
  suspicious: Suspicion[];
}

/** Writes the row of a session in the transaction that opens the session. */
export async function recordSignIn(
  trx: Trx,
  session: { userId: number; sessionId: number },
  { address, place, device }: SignInOrigin,
): Promise<RecordedSignIn> {
  const { country, country_code, city, latitude = null, longitude = null } = place;
  const history = await findHistory(trx, session.userId, {
    countryCode: country_code,
    browserName: device.browserName,
  });
  const suspicious = findSuspicions({
    place: { countryCode: country_code, latitude, longitude },
    last: history.last,
    anyCountry: history.any_country,
    sameCountry: history.same_country,
    failures: history.failures,
  });
  await insertSignIn(trx, {
    user_id: session.userId,
    session_id: session.sessionId,
    ip: address,
    country,
    country_code,
    city,
    latitude,
    longitude,
    os: device.os,
    browser_name: device.browserName,
    suspicious,
  });
  return { isNew: history.any && !(history.same_country && history.same_browser), suspicious };
}

/**
 * Writes a failed attempt: never what was typed, and the person only if there is one. Its country comes from the offline
 * table, so that attackers cannot cause calls of an external service.
 */
export async function recordFailedSignIn(
  trx: Trx,
  { geography, caller }: Pick<Context, "geography" | "caller">,
  { kind, userId }: { kind: "password" | "code" | "passkey"; userId: number | null },
): Promise<void> {
  const { country, country_code } = await geography.locateOffline(caller.address);
  const { os, browserName } = parseDevice(caller.userAgent);
  await insertFailedSignIn(trx, {
    kind,
    user_id: userId,
    ip: caller.address,
    country,
    country_code,
    os,
    browser_name: browserName,
  });
}

/** Adds the browser's own data; `contradictsSession` if it claims an address other than the one the server saw. */
export async function completeSignIn(
  context: Context,
  claimed: Device & { ip?: string | undefined },
): Promise<{ id: number }> {
  const { sessionId } = requireViewer(context);
  const row = await findSignIn(context.db, sessionId);
  if (!row) throw new Refusal("notFound");
  if (claimed.ip && claimed.ip !== row.ip) throw new Refusal("contradictsSession");
  await updateSignIn(context.db, sessionId, { os: claimed.os, browser_name: claimed.browserName });
  return { id: row.id };
}
