/** Who calls by SCIM: a provider, by one of its tokens. */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import type { Context } from "../../../kernel/context.ts";
import { sha256 } from "../../sessions/keys.ts";
import { getSetting } from "../../settings/settings.ts";
import { scimUriOf } from "../overview.ts";

export interface ScimCaller {
  context: Context;
  provider: IdentityProvider;
  /** The address of the service, without a slash at its end. */
  base: string;
}

/** Undefined for a token that is nobody's. Tokens are random, so their hashes tell a guesser nothing by the time of a comparison. */
export async function findCaller(context: Context, authorization: string | undefined): Promise<ScimCaller | undefined> {
  const token = /^bearer (\S{20,200})$/i.exec(authorization ?? "")?.[1];
  if (token === undefined) return undefined;
  const hash = sha256(token).toString("hex");
  const { providers } = await getSetting(context.db, "identity");
  const provider = providers.find(({ scimTokens }) => scimTokens.some((one) => one.hash === hash));
  return provider && { context, provider, base: scimUriOf(context) };
}
