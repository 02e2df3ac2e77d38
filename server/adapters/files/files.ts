/** The port that keeps the bytes of files, by their content. Embedded: a folder in DATA_DIR, outside of any web root. */
import { join } from "node:path";
import type { Config } from "../../kernel/config.ts";
import type { Vault } from "../../secrets/vault.ts";
import { createFolderFiles } from "./folder-files.ts";

export interface Files {
  /** Keeps the content and answers with its SHA-256 (hex), by which it is had again; the same content is kept once. */
  put(content: Buffer): Promise<string>;
  /** The content in the clear; throws where it is missing or was changed. */
  get(sha256: string): Promise<Buffer>;
  has(sha256: string): Promise<boolean>;
  /** Nothing happens where it is gone already. */
  remove(sha256: string): Promise<void>;
  /** Contents that nobody has put for so long, for who knows which of them are still referred to; drops halves of writes. */
  listOlderThan(milliseconds: number): AsyncIterable<string>;
}

/** Where the embedded files lie; the backup takes this folder along. */
export const filesFolder = (dataDir: string): string => join(dataDir, "files");

export const createFiles = ({ config, vault }: { config: Pick<Config, "dataDir">; vault: Vault }): Files =>
  createFolderFiles(filesFolder(config.dataDir), vault);
