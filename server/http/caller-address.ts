/** Where a request comes from, for what Fastify does not route: as its `request.ip` says it of a call. */
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "../kernel/config.ts";

/** Proxies that the setting names are believed, as Fastify's `trustProxy` has it. */
export function callerAddressBy({ trustProxy }: Pick<Config, "trustProxy">): (request: IncomingMessage) => string {
  const isTrusted =
    typeof trustProxy === "string"
      ? proxyAddress.compile(trustProxy.split(",").map((part) => part.trim()))
      : () => trustProxy;
  // A connection that is gone has no address any more.
  return (request) => proxyAddress(request, isTrusted) ?? "";
}
