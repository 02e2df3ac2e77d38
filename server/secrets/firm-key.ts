/** The firm's key wraps the data keys of all encrypted data. If it is lost, so is that data. */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Config, ConfigError } from "../kernel/config.ts";

const keyBytes = 32;

/** The 32 bytes of a key that is written as base64 or hex; a `ConfigError` names the source if it is none. */
export function parseKey(text: string, source: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, "hex") : Buffer.from(trimmed, "base64");
  if (key.length !== keyBytes)
    throw new ConfigError(`${source} does not hold a key of ${keyBytes} bytes as base64 or hex.`);
  return key;
}

/** The key's file if no setting names another. */
const defaultKeyFile = (dataDir: string): string => join(dataDir, "firm.key");

export type KeySettings = Pick<Config, "dataDir" | "firmKey" | "firmKeyFile">;

/** Where the settings say that the key is: a file, or the setting FIRM_KEY. */
export const keySource = ({ dataDir, firmKey, firmKeyFile }: KeySettings): string =>
  firmKey === undefined ? (firmKeyFile ?? defaultKeyFile(dataDir)) : "FIRM_KEY";

/** Whether the key would be in DATA_DIR, and is not. Only there one is made: a typing error in a setting makes none. */
export const isKeyFileMissing = async (config: KeySettings): Promise<boolean> =>
  config.firmKey === undefined &&
  config.firmKeyFile === undefined &&
  (await stat(defaultKeyFile(config.dataDir)).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  })) === null;

/** Writes a new key to DATA_DIR; never over another. Call it only where nothing is encrypted yet. */
export async function createKeyFile({ dataDir }: KeySettings): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const handle = await open(defaultKeyFile(dataDir), "wx", 0o600);
  try {
    await handle.writeFile(`${randomBytes(keyBytes).toString("base64")}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The key from FIRM_KEY, FIRM_KEY_FILE or DATA_DIR. */
export async function readFirmKey(config: KeySettings): Promise<Buffer> {
  const source = keySource(config);
  if (config.firmKey !== undefined) return parseKey(config.firmKey, source);
  const text = await readFile(source, "utf8").catch(() => {
    throw new ConfigError(`The firm's key cannot be read from ${source}; set FIRM_KEY or FIRM_KEY_FILE.`);
  });
  return parseKey(text, source);
}

/** Names a key without revealing anything about it. */
export const keyName = (key: Buffer): string =>
  createHash("sha256").update("portico firm key").update(key).digest("hex").slice(0, 16);
