/** What every answer of the API tells browsers: data, never a page; from nowhere else, into no frame, under no other name. */
import type { FastifyInstance } from "fastify";

/** Nothing here uses a camera, a place, a payment or a device; passkeys are the pages' own. */
export const permissionsPolicy =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/**
 * Made once: setting each header anew through a middleware cost a fifth of a short call (docs/performance.md). The pages,
 * which need a nonce each time, go through helmet.
 */
const securityHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-site",
  "permissions-policy": permissionsPolicy,
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Sets the headers on every answer, errors too. */
export function installHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, next) => {
    reply.headers(securityHeaders);
    next();
  });
}
