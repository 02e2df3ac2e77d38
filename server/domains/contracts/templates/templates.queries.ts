/** SQL of templates and their versions. */
import type { TemplateContent, TemplateVersion } from "@portico/api/contracts.ts";
import { sql } from "kysely";
import type { Db, Trx } from "../../../kernel/transaction.ts";

export interface TemplateRecord {
  type: string;
  version: number;
  state: TemplateVersion["state"];
  edit: number;
  content: TemplateContent;
  changed_at: Date;
  changed_by: string;
}

const columns = sql`template.type, template.version, template.state, template.edit, template.content,
  template.changed_at, app_user.name as changed_by`;
const withAuthor = sql`contract_template template join app_user on app_user.id = template.changed_by`;

/** Every version, by type, the newest first. A firm has few templates. */
export async function listVersions(db: Db, type?: string): Promise<TemplateRecord[]> {
  const { rows } = await sql<TemplateRecord>`
    select ${columns} from ${withAuthor} ${type === undefined ? sql`` : sql`where template.type = ${type}`}
    order by template.type, template.version desc limit 2000`.execute(db);
  return rows;
}

/** A version, or with null the one in use. */
export async function findVersion(db: Db, type: string, version: number | null): Promise<TemplateRecord | undefined> {
  const { rows } = await sql<TemplateRecord>`
    select ${columns} from ${withAuthor}
    where template.type = ${type}
      and ${version === null ? sql`template.state = 'inUse'` : sql`template.version = ${version}`}`.execute(db);
  return rows[0];
}

/** Templates in use that clients may propose contracts from. */
export async function listProposable(db: Db, holderType: string): Promise<TemplateRecord[]> {
  const { rows } = await sql<TemplateRecord>`
    select ${columns} from ${withAuthor}
    where template.state = 'inUse' and (template.content->>'clientsPropose')::boolean
      and template.content->>'for' in (${holderType}, 'both')
    order by template.type`.execute(db);
  return rows;
}

/** Begins a draft with the next version; false if there is one already. */
export async function insertDraft(
  trx: Trx,
  type: string,
  { content, userId }: { content: TemplateContent; userId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into contract_template (type, version, state, content, changed_by)
    select ${type}, coalesce(max(version), 0) + 1, 'draft', ${JSON.stringify(content)}::jsonb, ${userId}
    from contract_template where type = ${type}
    having not coalesce(bool_or(state = 'draft'), false)
    on conflict do nothing`.execute(trx);
  return numAffectedRows === 1n;
}

/** Saves the draft that was read; false if it was saved by somebody else, or put into use. */
export async function updateDraft(
  trx: Trx,
  type: string,
  { content, edit, userId }: { content: TemplateContent; edit: number; userId: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract_template set content = ${JSON.stringify(content)}::jsonb, edit = edit + 1, changed_at = now(),
      changed_by = ${userId}
    where type = ${type} and state = 'draft' and edit = ${edit}`.execute(trx);
  return numAffectedRows === 1n;
}

/** Takes the version in use out of use; false if it is not the one. */
export async function retireVersion(trx: Trx, type: string, version?: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract_template set state = 'retired'
    where type = ${type} and state = 'inUse' ${version === undefined ? sql`` : sql`and version = ${version}`}`.execute(
    trx,
  );
  return numAffectedRows === 1n;
}

/** Puts the draft that was read into use; false if it changed meanwhile. */
export async function useDraft(
  trx: Trx,
  type: string,
  { version, edit }: { version: number; edit: number },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update contract_template set state = 'inUse', changed_at = now()
    where type = ${type} and version = ${version} and state = 'draft' and edit = ${edit}`.execute(trx);
  return numAffectedRows === 1n;
}
