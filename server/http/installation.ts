/** `/installation`: proves to the operator's check which installation answers at an address, and how the caller's address arrives. */
import type { FastifyInstance } from "fastify";
import type { Services } from "../kernel/context.ts";
import { Refusal } from "../kernel/refusal.ts";
import { readFirmKey } from "../secrets/firm-key.ts";
import { challengePattern, proveInstallation } from "../secrets/installation-proof.ts";

export interface InstallationAnswer {
  proof: string;
  /** The caller's, as the portal sees it. */
  address: string;
  /** A proxy says who calls. */
  forwarded: boolean;
  /** What it says is believed (TRUST_PROXY). */
  believed: boolean;
}

/** Registers the route, outside the API's documentation. Whoever asks learns of themselves alone. */
export function installInstallation(app: FastifyInstance, { config }: Services, processId: string): void {
  // Read once, as it cannot change while the process runs; again if it could not be read.
  let key: Promise<Buffer> | undefined;
  const readKey = (): Promise<Buffer> => {
    key ??= readFirmKey(config);
    key.catch(() => (key = undefined));
    return key;
  };
  app.get<{ Querystring: { challenge?: unknown } }>(
    "/installation",
    { schema: { hide: true }, logLevel: "warn" },
    async (request, reply) => {
      const { challenge } = request.query;
      if (typeof challenge !== "string" || !challengePattern.test(challenge)) throw new Refusal("notFound");
      const answer: InstallationAnswer = {
        proof: proveInstallation(await readKey(), processId, challenge),
        address: request.ip,
        forwarded: request.headers["x-forwarded-for"] !== undefined,
        // Not by the address: a caller on the proxy's own machine has that of the proxy.
        believed: (request.ips?.length ?? 1) > 1,
      };
      return reply.header("cache-control", "no-store").send(answer);
    },
  );
}
