/**
 * The firm's own authority for its seal, where no certificate is configured: made when first needed. A certificate of the
 * seal is replaced before it expires, by the same authority.
 */
import { createPrivateKey, type KeyObject } from "node:crypto";
import { type Db, inTransaction } from "../kernel/transaction.ts";
import type { Vault } from "../secrets/vault.ts";
import { createKey, issueAuthority, issueSeal, type SealingKey } from "./certificates.ts";
import { sha256 } from "./cms.ts";
import {
  findCertificate,
  findNewestAuthority,
  findNewestSeal,
  insertCertificate,
  listAuthorities,
  lockCertificates,
} from "./own-keys.queries.ts";

const years = { authority: 20, seal: 3 };
const dayMs = 86_400_000;
/** A certificate is replaced when fewer days are left. */
export const daysBeforeExpiry = 60;

/**
 * Certificates hold from an hour before they are made: what is sealed states the time at which its sealing began, perhaps by the
 * clock of another machine.
 */
const validFrom = (made: Date): Date => new Date(made.getTime() - 3_600_000);

const inYears = (from: Date, count: number): Date => {
  const until = new Date(from);
  until.setUTCFullYear(until.getUTCFullYear() + count);
  return until;
};
const bound = (certificate: Buffer): string => `seal certificate ${sha256(certificate).toString("hex")}`;

type Row = NonNullable<Awaited<ReturnType<typeof findNewestSeal>>>;

export interface OwnKeys {
  /** The key to seal with; makes authority and certificate if there are none, or the last one expires soon. */
  current: () => Promise<SealingKey>;
  /** The certificate to seal with and its authority's; nothing before the first is made. */
  chain: () => Promise<Buffer[]>;
  /** Every authority that the firm ever had. */
  authorities: () => Promise<Buffer[]>;
}

/** `firm`: the name that new certificates carry. */
export function createOwnKeys({
  db,
  vault,
  firm,
  now,
}: {
  db: Db;
  vault: Vault;
  firm: () => Promise<string>;
  now: () => Date;
}): OwnKeys {
  const lasts = ({ valid_until }: Row, days: number): boolean => valid_until.getTime() - now().getTime() > days * dayMs;
  const openKey = async (row: Row): Promise<Buffer> => vault.open("seal", row.sealed_key, bound(row.certificate));

  /** A row to insert. The vault may need a connection, so this is done before the transaction. */
  async function sealRow(certificate: Buffer, key: KeyObject, issued_by: number | null, valid_until: Date) {
    const pkcs8 = key.export({ type: "pkcs8", format: "der" });
    return { issued_by, certificate, valid_until, sealed_key: await vault.seal("seal", pkcs8, bound(certificate)) };
  }

  /** The authority that outlives a certificate issued now; a new one if there is none. */
  async function authority(name: string, from: Date): Promise<{ row: Row; key: KeyObject }> {
    const known = await findNewestAuthority(db);
    if (known && known.valid_until > inYears(from, years.seal))
      return { row: known, key: createPrivateKey({ key: await openKey(known), format: "der", type: "pkcs8" }) };
    const key = await createKey();
    const until = inYears(from, years.authority);
    const made = await sealRow(issueAuthority(name, key, { from: validFrom(from), until }), key, null, until);
    const row = await inTransaction(db, async (trx) => {
      await lockCertificates(trx);
      const other = await findNewestAuthority(trx);
      return other && other.id !== known?.id ? other : insertCertificate(trx, made);
    });
    // Another process may have been first.
    return row.certificate.equals(made.certificate) ? { row, key } : authority(name, from);
  }

  async function renew(): Promise<Row> {
    const from = new Date(Math.floor(now().getTime() / 1000) * 1000);
    const name = await firm();
    const issuer = await authority(name, from);
    const key = await createKey();
    const until = inYears(from, years.seal);
    const signedBy = { key: issuer.key, certificate: issuer.row.certificate };
    const certificate = issueSeal(name, key, signedBy, { from: validFrom(from), until });
    const made = await sealRow(certificate, key, issuer.row.id, until);
    return inTransaction(db, async (trx) => {
      await lockCertificates(trx);
      const newest = await findNewestSeal(trx);
      return newest && lasts(newest, daysBeforeExpiry) ? newest : insertCertificate(trx, made);
    });
  }

  return {
    async current() {
      const newest = await findNewestSeal(db);
      const row = newest && lasts(newest, daysBeforeExpiry) ? newest : await renew();
      const issuer = await findCertificate(db, row.issued_by ?? row.id);
      return { key: await openKey(row), certificate: row.certificate, chain: [issuer.certificate] };
    },
    async chain() {
      const newest = await findNewestSeal(db);
      if (!newest) return [];
      const issuer = await findCertificate(db, newest.issued_by ?? newest.id);
      return [newest.certificate, issuer.certificate];
    },
    authorities: async () => (await listAuthorities(db)).map(({ certificate }) => certificate),
  };
}
