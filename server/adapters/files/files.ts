/** Port for storing the bytes of files by their content. Embedded: a folder in DATA_DIR, outside any web root. */
import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Vault } from "../../secrets/vault.ts";
import { createFolderFiles } from "./folder-files.ts";

export interface Files {
  /** Stores the content and returns its SHA-256 (hex), which is its key; identical content is stored once. */
  put(content: Buffer): Promise<string>;
  /** The decrypted content; throws if it is missing or was changed. */
  get(sha256: string): Promise<Buffer>;
  has(sha256: string): Promise<boolean>;
  /** Does nothing if it does not exist. */
  remove(sha256: string): Promise<void>;
  /** Contents not stored again for this long; the caller knows which are still used. Deletes incomplete writes. */
  listOlderThan(milliseconds: number): AsyncIterable<string>;
}

/** Folder of the embedded files; included in backups. */
export const filesFolder = (dataDir: string): string => join(dataDir, "files");

export const createFiles = ({ config, vault }: { config: Pick<Config, "dataDir">; vault: Vault }): Files =>
  createFolderFiles(filesFolder(config.dataDir), vault);
