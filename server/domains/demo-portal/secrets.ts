/** Secrets of a demo: derived from the firm's keys, so that none is stored and each demo has its own. */
import type { Services } from "../../kernel/context.ts";

const secretBytes = 24;

async function deriveSecret({ vault }: Pick<Services, "vault">, what: string, id: number): Promise<string> {
  const { derive } = await vault.recordKeys("device");
  return derive(Buffer.from(`demo ${what} ${id}`), secretBytes).toString("base64url");
}

/** Whoever has it in a cookie sees the demo instead of the firm's portal. */
export const deriveAccessKey = (services: Pick<Services, "vault">, id: number): Promise<string> =>
  deriveSecret(services, "access", id);

/** Of every person in the demo. */
export const derivePassword = async (services: Pick<Services, "vault">, id: number): Promise<string> =>
  (await deriveSecret(services, "password", id)).slice(0, 16);
