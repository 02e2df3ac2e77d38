/**
 * `POST /identity/logout/:provider`, where a provider posts logout tokens (OpenID Connect Back-Channel Logout 1.0, section 2.5).
 * Not one of the declared calls: the standard has a form as its body and answers of its own.
 */
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import type { Limits } from "../../../http/limits.ts";
import type { Context, Services } from "../../../kernel/context.ts";
import { Refusal } from "../../../kernel/refusal.ts";
import { obeyLogout } from "./logout.ts";

const path = "/identity/logout/:provider";
const maxBytes = 16 * 1024;

/** An answer of the standard: a provider reads the status, people the reason. */
const answerOf = (error: Refusal) =>
  error.status >= 500 || error.code === "tooManyRequests"
    ? { status: error.status, body: { error: "temporarily_unavailable" } }
    : { status: 400, body: { error: "invalid_request", error_description: error.code } };

/** Registers the path with a parser of forms of its own. */
export async function installBackChannel(app: FastifyInstance, services: Services, limits: Limits): Promise<void> {
  const { byAddress } = limits.of({
    method: "POST",
    path,
    rateLimits: [{ tries: 300, seconds: 60, per: "address" }],
  });
  await app.register(async (own) => {
    own.addContentTypeParser(
      "application/x-www-form-urlencoded",
      { parseAs: "string", bodyLimit: maxBytes },
      (_request, text, done) => done(null, new URLSearchParams(String(text))),
    );
    own.post<{ Params: { provider: string } }>(
      path,
      {
        schema: { hide: true },
        bodyLimit: maxBytes,
        onRequest: async (request) => {
          await byAddress?.(request.ip);
        },
      },
      async (request, reply) => {
        reply.header("cache-control", "no-store");
        const context: Context = {
          ...services,
          log: request.log as Services["log"],
          viewer: null,
          system: "identity",
          caller: { address: request.ip, userAgent: "", requestId: request.id, isBrowser: false },
        };
        try {
          const { data: id } = z.uuid().safeParse(request.params.provider);
          const token = request.body instanceof URLSearchParams ? request.body.get("logout_token") : null;
          if (id === undefined || token === null) throw new Refusal("badInput");
          await obeyLogout(context, id, token);
          return await reply.code(200).send();
        } catch (error) {
          if (!(error instanceof Refusal)) throw error;
          const { status, body } = answerOf(error);
          return await reply.code(status).send(body);
        }
      },
    );
  });
}
