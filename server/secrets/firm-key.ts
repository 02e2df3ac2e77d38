/** The firm's key wraps the data keys of all encrypted data. If it is lost, so is that data. */
import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Config, ConfigError } from "../kernel/config.ts";

const keyBytes = 32;

function parseKey(text: string, source: string): Buffer {
  const trimmed = text.trim();
  const key = /^[0-9a-f]{64}$/i.test(trimmed) ? Buffer.from(trimmed, "hex") : Buffer.from(trimmed, "base64");
  if (key.length !== keyBytes)
    throw new ConfigError(`${source} does not hold a key of ${keyBytes} bytes as base64 or hex.`);
  return key;
}

/** The key's file if no setting names another. */
const defaultKeyFile = (dataDir: string): string => join(dataDir, "firm.key");

async function createKeyFile(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  const handle = await open(file, "wx", 0o600).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EEXIST") return null;
    throw error;
  });
  if (!handle) return;
  await handle.writeFile(`${randomBytes(keyBytes).toString("base64")}\n`);
  await handle.sync();
  await handle.close();
}

type KeySettings = Pick<Config, "dataDir" | "firmKey" | "firmKeyFile">;

/**
 * The key from FIRM_KEY, FIRM_KEY_FILE or DATA_DIR; only the last is created if missing, so that a typing error creates
 * no new key.
 */
export async function readFirmKey(config: KeySettings, options: { create: boolean }): Promise<Buffer> {
  if (config.firmKey !== undefined) return parseKey(config.firmKey, "FIRM_KEY");
  const file = config.firmKeyFile ?? defaultKeyFile(config.dataDir);
  if (options.create && config.firmKeyFile === undefined) await createKeyFile(file);
  const text = await readFile(file, "utf8").catch(() => {
    throw new ConfigError(`The firm's key cannot be read from ${file}; set FIRM_KEY or FIRM_KEY_FILE.`);
  });
  return parseKey(text, file);
}

/** Names a key without revealing anything about it. */
export const keyName = (key: Buffer): string =>
  createHash("sha256").update("portico firm key").update(key).digest("hex").slice(0, 16);
