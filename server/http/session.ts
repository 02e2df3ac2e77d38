/** The two parts of a session in a request: the bearer token and the cookie. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";

/** The cookie of a browser's session; the other part is the bearer token. */
export const bindCookie = "__Host-portico-bind";

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The bearer token of a call, or null. */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.startsWith("Bearer ") ? header.slice("Bearer ".length) : null;
}
