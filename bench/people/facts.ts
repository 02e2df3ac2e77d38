/** Finds the ids that the calls need in a filled database. */
import { encodeCursor } from "../../server/kernel/cursor.ts";
import type { BenchPortal } from "../database.ts";
import type { Facts } from "./calls.ts";
import { measuredCompany, measuredUser, type Size, staffOf } from "./size.ts";

export async function gatherFacts(portal: BenchPortal, size: Size): Promise<Facts> {
  const { pool } = portal.database;
  const one = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row> => {
    const { rows } = await pool.query<Row>(text, values);
    if (!rows[0]) throw new Error(`nothing found: ${text}`);
    return rows[0];
  };
  const middle = Math.floor(size.users / 2);
  /** The cursor after the row in the middle of a list. */
  const deepIn = async (order: string, rows: string, column: string, at = middle): Promise<string> => {
    const { value, id } = await one<{ value: Date | string; id: number }>(
      `select ${column} as value, id from ${rows} order by ${column}, id offset $1 limit 1`,
      [at],
    );
    return encodeCursor(order, value instanceof Date ? value.toISOString() : value, id);
  };
  const user = measuredUser(size);
  const company = measuredCompany(size);
  const applicant = await one<{ id: number }>(
    "select id from app_user where state = 'preKYC' and id > $1 and id % 3 = 0 and role = 'client' order by id limit 1",
    [middle],
  );
  const reviewed = await one<{ id: number; revision: number }>(
    `select form_waiting.holder_id as id, revision from form_waiting join form_revision on form_revision.id = revision_id
     where form_waiting.form_type = 'KYC' and revision > 1 order by form_waiting.holder_id limit 1`,
  );
  const { ticket } = await one<{ ticket: number }>("select id as ticket from ticket where holder_id = $1", [user]);
  const number = await one<{ client_number: string }>(
    "select client_number from holder_account where holder_type = 'user' and holder_id = $1",
    [user],
  );
  const { email } = await one<{ email: string }>("select email from app_user where id = $1", [user]);
  const { name } = await one<{ name: string }>("select name from company where id = $1", [company]);
  // Where searching the newest messages for two common words ends.
  const { at } = await one<{ at: Date }>(
    "select created_at as at from chat_message order by created_at desc offset 2500 limit 1",
  );
  return {
    users: size.users,
    tokens: {
      staff: await portal.openSession(1),
      client: await portal.openSession(user),
      applicant: await portal.openSession(applicant.id),
    },
    user,
    company,
    reviewed,
    applicant: applicant.id,
    staff: Math.min(2, staffOf(size)),
    ticket,
    userNumber: number.client_number,
    email,
    companyName: name,
    deep: {
      created: await deepIn("-created_at", "app_user", "created_at"),
      name: await deepIn("name", "app_user", "name"),
      email: await deepIn("email", "app_user", "email"),
      state: await deepIn("-created_at", "app_user", "created_at"),
      company: await deepIn("name", "company", "name", Math.floor(size.companies / 2)),
      revision: await deepIn("KYC all", "form_revision", "submitted_at", size.users),
      contract: await deepIn("contracts.queue", "contract", "state_changed_at", Math.floor(size.users / 4)),
      message: encodeCursor("chats.found", `${at.toISOString()} 0`, 0),
    },
  };
}
