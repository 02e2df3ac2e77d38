/** Records of every kind with given names, written as they are stored. */
import { sql } from "kysely";
import type { TestApp } from "../../../testing/app.ts";

interface Person {
  name: string;
  email: string;
  phone?: string;
  clientNumber?: string;
  iban?: string;
}

const insert = async (app: TestApp, statement: ReturnType<typeof sql<{ id: number }>>): Promise<number> =>
  (await statement.execute(app.database.db)).rows[0]?.id ?? 0;

async function giveNumber(app: TestApp, type: "user" | "company", id: number, clientNumber: string | undefined) {
  if (clientNumber === undefined) return;
  await sql`insert into holder_account (holder_type, holder_id, client_number) values (${type}, ${id}, ${clientNumber})`.execute(
    app.database.db,
  );
}

export async function addPerson(app: TestApp, { name, email, phone, clientNumber, iban }: Person): Promise<number> {
  const id = await insert(
    app,
    sql`insert into app_user (email, name, phone, password_hash, state)
      values (${email}, ${name}, ${phone ?? null}, 'none', 'postKYC') returning id`,
  );
  await giveNumber(app, "user", id, clientNumber);
  if (iban === undefined) return id;
  await sql`insert into bank_account_list (holder_type, holder_id) values ('user', ${id})`.execute(app.database.db);
  await sql`insert into bank_account (holder_type, holder_id, place, currency, owner, state, iban, usable_from, created_by, changed_by)
    values ('user', ${id}, 1, 'EUR', ${name}, 'confirmed', ${iban}, now(), ${id}, ${id})`.execute(app.database.db);
  return id;
}

export async function addCompany(
  app: TestApp,
  creator: number,
  { name, register = "", clientNumber }: { name: string; register?: string; clientNumber?: string },
): Promise<number> {
  const id = await insert(
    app,
    sql`insert into company (name, register_number, state, creator_id, reviewed_on)
      values (${name}, ${register}, 'postKYC', ${creator}, current_date) returning id`,
  );
  await giveNumber(app, "company", id, clientNumber);
  return id;
}

export const addDocument = (app: TestApp, holder: number, title: string): Promise<number> =>
  insert(
    app,
    sql`insert into document (holder_type, holder_id, type, title, created_by, by_admin)
      values ('user', ${holder}, 'other', ${title}, ${holder}, false) returning id`,
  );

export const addTicket = (app: TestApp, holder: number, title: string): Promise<number> =>
  insert(
    app,
    sql`insert into ticket (holder_type, holder_id, title, content, topic, created_by, by_staff)
      values ('user', ${holder}, ${title}, 'Please explain', 'question', ${holder}, false) returning id`,
  );

export const addInstrument = (app: TestApp, name: string, ticker: string, isin: string): Promise<number> =>
  insert(
    app,
    sql`insert into instrument (name, ticker, isin, currency, asset_class)
      values (${name}, ${ticker}, ${isin}, 'EUR', 'equity') returning id`,
  );

export async function addContract(app: TestApp, holder: number, name: string): Promise<number> {
  const file = await insert(
    app,
    sql`insert into stored_file (holder_type, holder_id, sha256, size, media_type, name, state, uploaded_by, by_admin, kept_at, checked_at)
      values ('user', ${holder}, ${Buffer.alloc(32, 1)}, 10, 'application/pdf', 'a.pdf', 'clean', ${holder}, true, now(), now()) returning id`,
  );
  await sql`insert into contract_template (type, version, state, content, changed_by)
    values ('management', 1, 'inUse', '{}', ${holder}) on conflict do nothing`.execute(app.database.db);
  return insert(
    app,
    sql`insert into contract (holder_type, holder_id, contract_type, template_version, contract_name, language, state, by_admin, created_by,
        counter_sign, signers, day, expires_on, file_id, sha256, pages)
      values ('user', ${holder}, 'management', 1, ${name}, 'en', 'awaitingClient', true, ${holder}, true, 'any', current_date,
        current_date + 30, ${file}, ${Buffer.alloc(32, 1)}, 3) returning id`,
  );
}
