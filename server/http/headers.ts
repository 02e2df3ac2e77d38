/** Security headers of every API answer: no content sniffing, no embedding, no use by other origins. */
import type { FastifyInstance } from "fastify";

/** The portal uses no camera, location, payment or device; passkeys belong to the pages. */
export const permissionsPolicy =
  "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), serial=(), usb=()";

/**
 * Constant: setting the headers through a middleware cost a fifth of a short call (docs/performance.md). Pages need a
 * nonce each time and use helmet.
 */
export const securityHeaders = {
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "cross-origin-resource-policy": "same-site",
  "permissions-policy": permissionsPolicy,
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=31536000; includeSubDomains",
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
} as const;

/** Sets the headers on every answer, including errors. */
export function installHeaders(app: FastifyInstance): void {
  app.addHook("onRequest", (_request, reply, next) => {
    reply.headers(securityHeaders);
    next();
  });
}
