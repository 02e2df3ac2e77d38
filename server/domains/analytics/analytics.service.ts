/** One row per sign-in: the address as the server saw it, the place, the device. */
import type { Geography, Place } from "../../adapters/geography/geography.ts";
import { type Context, requireViewer } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { type Device, deviceOf } from "./analytics.device.ts";
import { findSignIn, insertSignIn, updateSignIn } from "./analytics.queries.ts";

/** Input of `recordSignIn`; determined before the transaction, because it may call an external service. */
export interface SignInOrigin {
  address: string;
  place: Place;
  device: Device;
}

export const originOf = async (geography: Geography, address: string, userAgent: string): Promise<SignInOrigin> => ({
  address,
  place: await geography.locate(address),
  device: deviceOf(userAgent),
});

/** Writes the row of a session in the transaction that opens the session. */
export const recordSignIn = async (
  trx: Trx,
  session: { userId: number; sessionId: number },
  origin: SignInOrigin,
): Promise<void> => {
  await insertSignIn(trx, {
    user_id: session.userId,
    session_id: session.sessionId,
    ip: origin.address,
    ...origin.place,
    os: origin.device.os,
    browser_name: origin.device.browserName,
  });
};

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
