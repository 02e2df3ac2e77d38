/**
 * Port for storing the bytes of files by their content: in a folder of DATA_DIR, outside any web root, or in a bucket of
 * an S3-compatible store.
 */
import { join } from "node:path";
import type { Readable } from "node:stream";
import { type Bytes, readAllBytes } from "../../kernel/bytes.ts";
import type { Config } from "../../kernel/config.ts";
import type { Vault } from "../../secrets/vault.ts";
import { createFolderFiles } from "./folder-files.ts";
import { createS3Files } from "./s3-files.ts";

export interface Stored {
  /** SHA-256 of the content in hex: its name. */
  sha256: string;
  /** Bytes. */
  size: number;
}

/** A stored content, verified to be complete and the one of its name. */
export interface Content extends Stored {
  /**
   * The decrypted bytes from `start` to before `end`, by default all. Fails at a changed chunk; reads nothing before it
   * is read, and releases the file when it ends or is destroyed.
   */
  stream(start?: number, end?: number): Readable;
}

export interface Files {
  /** Stores the content without holding it in memory; identical content is stored once. */
  put(content: Bytes): Promise<Stored>;
  /** Refuses with `fileLost` if it is missing, incomplete, or another content. */
  open(sha256: string): Promise<Content>;
  has(sha256: string): Promise<boolean>;
  /** Does nothing if it does not exist. */
  remove(sha256: string): Promise<void>;
  /** Contents not stored again for this long; the caller knows which are still used. Deletes incomplete writes. */
  listOlderThan(milliseconds: number): AsyncIterable<string>;
}

/** No content that is needed as a whole is larger. */
const wholeMaxBytes = 16 * 1024 * 1024;

/** The whole of a small content, such as a logo; throws if it is larger than 16 MiB. */
export async function readWhole(files: Pick<Files, "open">, sha256: string): Promise<Buffer> {
  const content = await files.open(sha256);
  if (content.size > wholeMaxBytes) throw new Error(`File ${sha256} is too large to be read as a whole`);
  return readAllBytes(content.stream());
}

/** Folder of the files; included in backups. With a bucket, files are there only until they are uploaded. */
export const filesFolder = (dataDir: string): string => join(dataDir, "files");

export function createFiles({ config, vault }: { config: Pick<Config, "dataDir" | "filesS3">; vault: Vault }): Files {
  const folder = filesFolder(config.dataDir);
  return config.filesS3 ? createS3Files(config.filesS3, folder, vault) : createFolderFiles(folder, vault);
}
