/**
 * Encrypts data that must not be stored in plain text: personal numbers, forms, scans. Uses data keys, which the firm's
 * key wraps.
 */
import { hkdfSync, randomBytes } from "node:crypto";
import type { Config } from "../kernel/config.ts";
import type { Db } from "../kernel/transaction.ts";
import { createDataKey, seal, unseal, unwrapDataKey } from "./envelope.ts";
import { readFirmKey } from "./firm-key.ts";
import { prepareFirmKey } from "./prepare-key.ts";
import { findDataKey, findNewestDataKey, insertDataKey, withDataKeysLocked } from "./vault.queries.ts";

/** Use of a data key; each purpose has its own keys. `seal`: private keys of the firm's seal. `file`: contents encrypted as a whole, before decision 0121. `pickup`: secrets of custodians' folders. `identity`: client secrets of identity providers. `webhook`: secrets that sign messages. `screening`: who was screened. */
type Purpose = "form" | "file" | "seal" | "pickup" | "identity" | "webhook" | "screening";
/**
 * Use of a data key from which the keys of single records are derived. `device`: what a browser keeps for a user.
 * `identifier`: the index of identifiers in forms.
 */
type DerivingPurpose = "content" | "device" | "identifier";

export interface RecordKeys {
  /** The data key's id, to be stored with the record. */
  id: number;
  /** Derives secret bytes of one record from its salt by HKDF-SHA256. */
  derive: (salt: Buffer, bytes: number) => Buffer;
}

export interface Vault {
  /** Encrypts content for a purpose. `bound` names its record: the bytes cannot be decrypted for another. */
  seal(purpose: Purpose, content: Buffer, bound: string): Promise<Buffer>;
  /** Decrypts the result of `seal`; throws if a byte of it, its purpose or its record differs. */
  open(purpose: Purpose, sealed: Buffer, bound: string): Promise<Buffer>;
  /** For records with keys of their own: by the newest data key, or by the one whose id is stored with the record. */
  recordKeys(purpose: DerivingPurpose, id?: number): Promise<RecordKeys>;
  /**
   * At the start: makes the firm's key if nothing is encrypted yet, and reads the keys in advance, so that a transaction
   * that uses the vault never waits for a second connection. Throws a `ConfigError` if the firm's key is missing or does
   * not fit.
   */
  prepare(): Promise<void>;
}

type AnyPurpose = Purpose | DerivingPurpose;

/** Prefix of the encrypted bytes: the data key's number (4 bytes) and the nonce (12). */
const numberBytes = 4;
const nonceBytes = 12;

/** The vault over a database's data keys; each process unwraps a key once. */
export function createVault({ db, config }: { db: Db; config: Config }): Vault {
  let firmKey: Promise<Buffer> | undefined;
  const known = new Map<number, { purpose: AnyPurpose; key: Buffer }>();
  const newest = new Map<AnyPurpose, number>();

  const readKey = (): Promise<Buffer> => {
    firmKey ??= readFirmKey(config);
    // A key file that could not be read once may be readable later.
    firmKey.catch(() => (firmKey = undefined));
    return firmKey;
  };

  async function remember({ id, purpose, wrapped }: { id: number; purpose: AnyPurpose; wrapped: string }) {
    const key = unwrapDataKey(await readKey(), wrapped, purpose);
    known.set(id, { purpose, key });
    return { id, key };
  }

  async function keyFor(purpose: AnyPurpose): Promise<{ id: number; key: Buffer }> {
    const id = newest.get(purpose);
    const cached = id === undefined ? undefined : known.get(id);
    if (id !== undefined && cached) return { id, key: cached.key };
    const { wrapped } = createDataKey(await readKey(), purpose);
    const row =
      (await findNewestDataKey(db, purpose)) ??
      (await withDataKeysLocked(db, (trx) => insertDataKey(trx, purpose, wrapped)));
    newest.set(purpose, row.id);
    return remember({ id: row.id, purpose, wrapped: row.wrapped });
  }

  return {
    async prepare() {
      firmKey = Promise.resolve(await prepareFirmKey(db, config));
      await Promise.all((["form", "content", "identifier", "screening"] as const).map(keyFor));
    },
    async seal(purpose, content, bound) {
      const { id, key } = await keyFor(purpose);
      const number = Buffer.alloc(numberBytes);
      number.writeUInt32BE(id);
      const nonce = randomBytes(nonceBytes);
      return Buffer.concat([number, nonce, seal(key, nonce, content, Buffer.from(`${purpose} ${bound}`))]);
    },
    async open(purpose, sealed, bound) {
      const id = sealed.readUInt32BE(0);
      const key = await keyWithId(purpose, id);
      const nonce = sealed.subarray(numberBytes, numberBytes + nonceBytes);
      return unseal(key, nonce, sealed.subarray(numberBytes + nonceBytes), Buffer.from(`${purpose} ${bound}`));
    },
    async recordKeys(purpose, stored) {
      const { id, key } =
        stored === undefined ? await keyFor(purpose) : { id: stored, key: await keyWithId(purpose, stored) };
      return { id, derive: (salt, bytes) => Buffer.from(hkdfSync("sha256", key, salt, `portico ${purpose}`, bytes)) };
    },
  };

  async function keyWithId(purpose: AnyPurpose, id: number): Promise<Buffer> {
    const found = known.get(id) ?? (await findAndRemember(id));
    if (found.purpose !== purpose) throw new Error(`Data key ${id} is not for ${purpose}`);
    return found.key;
  }

  async function findAndRemember(id: number) {
    const row = await findDataKey(db, id);
    if (!row) throw new Error(`There is no data key ${id}`);
    const purpose = row.purpose as AnyPurpose;
    return { purpose, key: (await remember({ id, purpose, wrapped: row.wrapped })).key };
  }
}
