/** Files in a test's own folder, sealed with keys of a database of its own. */
import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { readConfig } from "../../../kernel/config.ts";
import { createDataKey } from "../../../secrets/envelope.ts";
import { createVault, type Vault } from "../../../secrets/vault.ts";
import { createTestDatabase } from "../../../testing/database.ts";
import { temporaryFolder } from "../../../testing/folder.ts";
import type { Files } from "../files.ts";
import { createFolderFiles } from "../folder-files.ts";

export interface TestFiles {
  files: Files;
  vault: Vault;
  folder: string;
  /** Path of a content's encrypted bytes. */
  pathOf: (sha256: string) => string;
  /** Adds a newer data key, and returns the files as after a restart. */
  rotateKey(): Promise<Pick<TestFiles, "files" | "vault">>;
}

export async function openTestFiles(): Promise<TestFiles> {
  const [folder, database] = [await temporaryFolder(), await createTestDatabase()];
  onTestFinished(() => database.close());
  const firmKey = randomBytes(32);
  const config = readConfig({ FIRM_KEY: firmKey.toString("base64") });
  const start = () => {
    const vault = createVault({ db: database.db, config });
    return { vault, files: createFolderFiles(folder, vault) };
  };
  return {
    ...start(),
    folder,
    async rotateKey() {
      const { wrapped } = createDataKey(firmKey, "content");
      await database.db.insertInto("data_key").values({ purpose: "content", wrapped }).execute();
      return start();
    },
    pathOf: (sha256) => join(folder, sha256.slice(0, 2), sha256.slice(2, 4), sha256),
  };
}

export const hashOf = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex");
