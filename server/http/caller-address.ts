/** The caller's address for requests that Fastify does not route, equal to its `request.ip`. */
import type { IncomingMessage } from "node:http";
import proxyAddress from "@fastify/proxy-addr";
import type { Config } from "../kernel/config.ts";

/** Trusts the proxies named by the setting, like Fastify's `trustProxy`. */
export function callerAddressBy({ trustProxy }: Pick<Config, "trustProxy">): (request: IncomingMessage) => string {
  const isTrusted =
    typeof trustProxy === "string"
      ? proxyAddress.compile(trustProxy.split(",").map((part) => part.trim()))
      : () => trustProxy;
  // A closed connection no longer has an address.
  return (request) => proxyAddress(request, isTrusted) ?? "";
}
