/** The firm's key at the start: made where nothing is encrypted yet, and held against the data keys that are stored. */
import { ConfigError } from "../kernel/config.ts";
import type { Db } from "../kernel/transaction.ts";
import { canUnwrap, createDataKey } from "./envelope.ts";
import { createKeyFile, isKeyFileMissing, type KeySettings, keyName, keySource, readFirmKey } from "./firm-key.ts";
import { insertDataKey, listDataKeys, withDataKeysLocked } from "./vault.queries.ts";

const copyIt = "Copy the key of the machine or the backup that this database was used with";

/**
 * Reads the firm's key. One is made in DATA_DIR if the database holds no data key: of processes that start at once on
 * different machines, one makes it. Throws a `ConfigError` if the key is missing or another than the data keys were
 * wrapped with.
 */
export const prepareFirmKey = (db: Db, config: KeySettings): Promise<Buffer> =>
  withDataKeysLocked(db, async (trx) => {
    const stored = await listDataKeys(trx);
    const source = keySource(config);
    if (await isKeyFileMissing(config)) {
      if (stored.length > 0)
        throw new ConfigError(
          `The database holds encrypted data, and ${source} does not exist. ${copyIt} to this file, or name it by FIRM_KEY or FIRM_KEY_FILE. No new key was made: it could not open the data.`,
        );
      await createKeyFile(config);
    }
    const firmKey = await readFirmKey(config);
    const locked = stored.filter((key) => !canUnwrap(firmKey, key));
    if (locked.length > 0)
      throw new ConfigError(
        `The firm's key from ${source} (its name is ${keyName(firmKey)}) does not open ${locked.length} of ${stored.length} data keys in the database. ${copyIt}, and name it by FIRM_KEY or FIRM_KEY_FILE.`,
      );
    // The sign for other processes that a key exists.
    if (stored.length === 0) await insertDataKey(trx, "content", createDataKey(firmKey, "content").wrapped);
    return firmKey;
  });
