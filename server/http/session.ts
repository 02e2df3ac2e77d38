/** The two parts of a session in a request: the bearer token and the cookie. */
import { createHash } from "node:crypto";
import type { FastifyRequest } from "fastify";

/** The cookie of a browser's session; the other part is the bearer token. */
export const bindCookie = "__Host-portico-bind";

export const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

const scheme = "bearer ";

/** The bearer token of a call, or null. The scheme may have any case (RFC 9110, 11.1). */
export function bearerToken(request: FastifyRequest): string | null {
  const header = request.headers.authorization;
  return header?.slice(0, scheme.length).toLowerCase() === scheme ? header.slice(scheme.length) : null;
}
