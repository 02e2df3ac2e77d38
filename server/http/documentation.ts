/** The API's documentation page and OpenAPI document, generated from the declarations. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { errorStatus } from "@portico/api/errors.ts";
import { api } from "@portico/api/index.ts";
import { isStaff } from "@portico/api/permissions.ts";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Services } from "../kernel/context.ts";
import { Refusal } from "../kernel/refusal.ts";
import type { Lookups } from "./lookups.ts";
import { type Document, machineDocument } from "./machine-document.ts";
import { isMachineToken } from "./machine-token.ts";
import { bearerToken, bindCookie } from "./session.ts";

/** The page loads its files relative to its address, so the address must end with a slash. */
function addSlash(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    const [path, query] = request.originalUrl.split("?");
    // Relative, so that it works with any prefix.
    if (path?.endsWith("/docs") && request.url.split("?")[0] === "/docs")
      return reply.redirect(`docs/${query === undefined ? "" : `?${query}`}`, 302);
    return undefined;
  });
}

/** The page's own files and the document; its styles are partly inline. */
const policy = [
  "default-src 'none'",
  "base-uri 'none'",
  "connect-src 'self'",
  "font-src 'self' data:",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "img-src 'self' data:",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
].join("; ");

/**
 * Refuses whoever is not signed-in staff, unless the setting opens the documentation. A browser that navigates there
 * sends its cookie alone.
 */
function guardBy(services: Services, { resolveViewer, roleOfCookie }: Lookups) {
  const { config, db } = services;
  return async (request: FastifyRequest): Promise<void> => {
    const isKey = isMachineToken(bearerToken(request) ?? "");
    if (config.apiDocs === "open" && !isKey) return;
    const token = bearerToken(request);
    const bind = request.cookies[bindCookie];
    const credentials = { token, bind, address: request.ip, requestId: request.id };
    const { viewer } = await resolveViewer(services, credentials);
    const ofCookie = viewer === null && bind !== undefined ? await roleOfCookie(db, bind) : undefined;
    const role = viewer === null ? ofCookie : viewer.role;
    if (role === undefined) throw new Refusal("unauthenticated");
    request.viewer = viewer;
    if (viewer?.lacksSecondFactor) throw new Refusal("secondFactorNeeded");
    if (!isStaff(role)) throw new Refusal("forbidden");
  };
}

/** Registers `/docs` and `/openapi.json`, which a key gets with the calls that keys may make alone; call it before the routes are mounted. */
export async function installDocumentation(app: FastifyInstance, services: Services, lookups: Lookups): Promise<void> {
  const { apiBase } = services.config;
  const guard = guardBy(services, lookups);
  const onRequest = (request: FastifyRequest, _reply: unknown, done: (error?: Error) => void): void => {
    guard(request).then(() => done(), done);
  };
  addSlash(app);
  await app.register(swagger, {
    openapi: {
      openapi: "3.1.0",
      info: {
        title: "Portico",
        version: "1",
        description: `Calls of the client portal. A refused call answers with its code as text, or as application/problem+json to who accepts that. Codes: ${Object.entries(
          errorStatus,
        )
          .map(([code, status]) => `${code} (${status})`)
          .join(", ")}.`,
      },
      servers: [{ url: apiBase }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, {
    routePrefix: "/docs",
    staticCSP: policy,
    uiConfig: { docExpansion: "none" },
    uiHooks: { onRequest },
  });
  let forKeys: object | undefined;
  app.get("/openapi.json", { schema: { hide: true }, onRequest }, async (request) =>
    request.viewer?.key ? (forKeys ??= machineDocument(app.swagger() as Document, api)) : app.swagger(),
  );
}
