/** The API's address for browsers: `API_BASE`, a path on the pages' address or a separate address. */
import cors from "@fastify/cors";
import type { FastifyInstance } from "fastify";
import type { Config } from "../kernel/config.ts";

type Addresses = Pick<Config, "apiBase" | "publicUrl">;

const apiUrlOf = ({ apiBase, publicUrl }: Addresses): URL => new URL(apiBase, publicUrl);

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Matches the prefix of a call's path: `/api`, which always works, or the path of `API_BASE`. */
export function apiPrefix(addresses: Addresses): RegExp {
  const own = apiUrlOf(addresses).pathname.replace(/(?<!\/)\/+$/, "");
  const prefixes = [...new Set(["/api", ...(own === "" ? [] : [own])])].toSorted((a, b) => b.length - a.length);
  return new RegExp(`^(?:${prefixes.map(escaped).join("|")})(?=/|\\?|$)`);
}

/** The API's origin if it differs from that of the pages; otherwise null. */
export function foreignApiOrigin(addresses: Addresses): string | null {
  const { origin } = apiUrlOf(addresses);
  return origin === new URL(addresses.publicUrl).origin ? null : origin;
}

/** Lets only the portal's pages call an API that has a separate address. */
export async function allowPages(app: FastifyInstance, addresses: Addresses): Promise<void> {
  if (foreignApiOrigin(addresses) === null) return;
  await app.register(cors, {
    origin: [new URL(addresses.publicUrl).origin],
    credentials: true,
    methods: ["GET", "POST", "PATCH", "DELETE"],
    allowedHeaders: ["authorization", "content-type", "if-range", "range", "x-view-as"],
    exposedHeaders: ["accept-ranges", "content-disposition", "content-range", "etag", "retry-after"],
    maxAge: 7200,
  });
}
