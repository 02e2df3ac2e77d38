/** A seal with a configured key, from files as an operator gives them. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { readConfig } from "../../kernel/config.ts";
import type { Services } from "../../kernel/context.ts";
import { temporaryFolder } from "../../testing/folder.ts";
import type { SealingKey } from "../certificates.ts";
import { createSeal, type Seal } from "../seal.ts";
import { pem, privateKey } from "./keys.ts";

export async function configuredSeal(
  services: Omit<Services, "seal">,
  key: SealingKey & { authority: Buffer },
  now: Date,
): Promise<Seal> {
  const folder = await temporaryFolder();
  const [chain, own] = [join(folder, "chain.pem"), join(folder, "key.pem")];
  await writeFile(chain, pem(key.certificate) + pem(key.authority));
  await writeFile(own, privateKey(key).export({ type: "pkcs8", format: "pem" }));
  const { seal } = readConfig({ SEAL_CERTIFICATE: chain, SEAL_KEY: own });
  const config = { ...services.config, seal };
  return createSeal({ ...services, config, firm: async () => "Firm", now: () => now });
}
