/** The API's documentation page and OpenAPI document, generated from the declarations. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { errorStatus } from "@portico/api/errors.ts";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";
import type { Config } from "../kernel/config.ts";

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

/** Registers `/docs` and `/openapi.json`; call it before the routes are mounted. */
export async function installDocumentation(app: FastifyInstance, { apiBase }: Pick<Config, "apiBase">): Promise<void> {
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
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true, uiConfig: { docExpansion: "none" } });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}
