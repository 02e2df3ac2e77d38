/** Tokens with which a provider's SCIM client calls: random, and stored by their hash alone. */
import type { Context } from "../../../kernel/context.ts";
import { transact } from "../../../unit-of-work/transact.ts";
import { randomValue, sha256 } from "../../sessions/keys.ts";

/** The page saves the hash with the provider, so that a second person confirms it where that is asked for. */
export const makeToken = (context: Context): Promise<{ token: string; hash: string; madeAt: string }> =>
  transact(context, async (tx) => {
    const token = `scim_${randomValue()}`;
    const hash = sha256(token).toString("hex");
    tx.audit("identity.tokenMade", "identity", { after: { hash } });
    return { token, hash, madeAt: context.now().toISOString() };
  });
