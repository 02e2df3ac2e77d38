/** The API's page for people, and its OpenAPI document, both made from the declarations. */
import swagger from "@fastify/swagger";
import swaggerUi from "@fastify/swagger-ui";
import { errorStatus } from "@portico/api/errors.ts";
import type { FastifyInstance } from "fastify";
import { jsonSchemaTransform } from "fastify-type-provider-zod";

/** Registers `/docs` and `/openapi.json`; call it before the routes are mounted. */
export async function installDocumentation(app: FastifyInstance): Promise<void> {
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
      servers: [{ url: "/api" }],
      components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(swaggerUi, { routePrefix: "/docs", staticCSP: true, uiConfig: { docExpansion: "none" } });
  app.get("/openapi.json", { schema: { hide: true } }, async () => app.swagger());
}
