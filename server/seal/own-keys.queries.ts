/** SQL of the seal's certificates: those of the firm's own authority, and authorities of configured ones. */
import { sql } from "kysely";
import type { Db, Trx } from "../kernel/transaction.ts";

const columns = ["id", "issued_by", "certificate", "sealed_key", "valid_until"] as const;

/** The newest certificate of the seal. */
export const findNewestSeal = (db: Db) =>
  db
    .selectFrom("seal_certificate")
    .select(columns)
    .where("issued_by", "is not", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

export const findNewestAuthority = (db: Db) =>
  db
    .selectFrom("seal_certificate")
    .select(columns)
    .where("issued_by", "is", null)
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();

export const findCertificate = (db: Db, id: number) =>
  db.selectFrom("seal_certificate").select(columns).where("id", "=", id).executeTakeFirstOrThrow();

export const listAuthorities = (db: Db) =>
  db.selectFrom("seal_certificate").select("certificate").where("issued_by", "is", null).orderBy("id").execute();

/** Authorities of configured certificates that sealed something, in the order of their first seals. */
export const listConfiguredAuthorities = (db: Db) =>
  db.selectFrom("seal_authority").select("certificate").orderBy("id").execute();

export const insertConfiguredAuthority = (db: Db, certificate: Buffer) =>
  db
    .insertInto("seal_authority")
    .values({ certificate })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

interface NewCertificate {
  issued_by: number | null;
  certificate: Buffer;
  sealed_key: Buffer;
  valid_until: Date;
}
export const insertCertificate = (trx: Trx, row: NewCertificate) =>
  trx.insertInto("seal_certificate").values(row).returning(columns).executeTakeFirstOrThrow();

/** Until the end of the transaction no other process issues a certificate. */
export const lockCertificates = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtext('seal_certificate'))`.execute(trx);
