/** A certificate and its key in files, as an application is registered with them. */
import { type KeyObject } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { issueAuthority } from "../../../seal/certificates.ts";
import { newKey, pem, term } from "../../../seal/testing/keys.ts";
import { temporaryFolder } from "../../../testing/folder.ts";
import type { TestCredential } from "./graph-sign-in.ts";

export async function testCredential(key: KeyObject = newKey("rsa")): Promise<TestCredential> {
  const folder = await temporaryFolder();
  const files = { certificate: join(folder, "certificate.pem"), key: join(folder, "key.pem") };
  await writeFile(files.certificate, pem(issueAuthority("Portal", key, term)));
  await writeFile(files.key, key.export({ type: "pkcs8", format: "pem" }));
  return { files };
}
