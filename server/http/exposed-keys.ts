/** A machine's key in an address is refused and revoked: addresses stand in logs, histories and referrers. */
import type { FastifyInstance } from "fastify";
import type { Services } from "../kernel/context.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Lookups } from "./lookups.ts";
import { tokensIn } from "./machine-token.ts";

/** Before anything else reads the address; it is never logged. */
export function refuseKeysInAddresses(
  app: FastifyInstance,
  services: Services,
  { exposeKeys }: Pick<Lookups, "exposeKeys">,
): void {
  app.addHook("onRequest", (request, _reply, next) => {
    const tokens = tokensIn(request.originalUrl);
    if (tokens.length === 0) return next();
    const exposed = { tokens, address: request.ip, requestId: request.id };
    exposeKeys(services, exposed).then(() => next(new Refusal("keyExposed")), next);
  });
}
