/** Clients with an open session and a ticket, made in the database by its owner. */
import { createHash, randomBytes } from "node:crypto";
import { Client } from "pg";

export interface BenchClient {
  id: number;
  token: string;
}

/** Inserts clients that may call at once. */
export async function createClients(ownerUrl: string, count: number): Promise<BenchClient[]> {
  const database = new Client({ connectionString: ownerUrl });
  await database.connect();
  const run = randomBytes(4).toString("hex");
  const clients: BenchClient[] = [];
  try {
    await database.query("set role none");
    for (let number = 1; number <= count; number += 1) {
      const name = `${run}-${number}`;
      const { rows } = await database.query<{ id: string }>(
        `insert into app_user (email, name, password_hash, state, email_confirmed_at)
         values ($1, $2, 'none', 'postKYC', now()) returning id`,
        [`${name}@bench.example`, name],
      );
      const id = Number(rows[0]?.id);
      await database.query(
        "insert into holder_account (holder_type, holder_id, client_number) values ('user', $1, $2)",
        [id, name],
      );
      const token = randomBytes(32).toString("base64url");
      await database.query(
        "insert into session (user_id, token_hash, expires_at) values ($1, $2, now() + interval '12 hours')",
        [id, createHash("sha256").update(token).digest()],
      );
      clients.push({ id, token });
    }
  } finally {
    await database.end();
  }
  return clients;
}

/** How often each comment's key was stored. */
export async function countStored(ownerUrl: string, keys: readonly string[]): Promise<{ lost: number; twice: number }> {
  const database = new Client({ connectionString: ownerUrl });
  await database.connect();
  try {
    await database.query("set role none");
    const { rows } = await database.query<{ lost: string; twice: string }>(
      `select count(*) filter (where stored = 0) as lost, count(*) filter (where stored > 1) as twice
       from (select (select count(*) from ticket_comment where content = key) as stored from unnest($1::text[]) as key) found`,
      [keys],
    );
    return { lost: Number(rows[0]?.lost), twice: Number(rows[0]?.twice) };
  } finally {
    await database.end();
  }
}
