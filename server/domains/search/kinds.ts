/** What the search reads of each kind of record, and which call of the portal opens it. */

import { companies } from "@portico/api/companies.ts";
import { contracts } from "@portico/api/contracts.ts";
import { documents } from "@portico/api/documents.ts";
import type { Endpoint } from "@portico/api/endpoint.ts";
import { portfolioInstruments } from "@portico/api/portfolio-instruments.ts";
import { tickets } from "@portico/api/tickets.ts";
import { users } from "@portico/api/users.ts";
import { type RawBuilder, type SqlBool, sql } from "kysely";

export type SearchedTable = "app_user" | "company" | "document" | "contract" | "ticket" | "instrument";

export interface Kind {
  table: SearchedTable;
  /** Whoever may make this call finds the records. */
  opens: Pick<Endpoint, "access">;
  /** The folded text that is indexed by parts, as in the index. */
  text: RawBuilder<string>;
  /** The words with a letter less, as in the index. */
  near: RawBuilder<string[]>;
  /** The folded title, as in its index, by which those who are called exactly so are found among very many. */
  named?: RawBuilder<string>;
  /** Records that are found. */
  isFound: RawBuilder<SqlBool>;
  /** Columns of `FoundRow` besides the id, from the table joined with `joins`. */
  columns: RawBuilder<unknown>;
  joins: RawBuilder<unknown>;
}

/** A holder's client number and name, where a record belongs to one. */
const ofHolder = (table: "document" | "contract" | "ticket") => sql`
  left join app_user person on ${sql.ref(`${table}.holder_type`)} = 'user' and person.id = ${sql.ref(`${table}.holder_id`)}
  left join company firm on ${sql.ref(`${table}.holder_type`)} = 'company' and firm.id = ${sql.ref(`${table}.holder_id`)}`;
const holderName = sql`coalesce(person.name, nullif(firm.name, ''), firm.draft_name, '')`;
const number = (holderType: "user" | "company", table: "app_user" | "company") => sql`
  left join holder_account account on account.holder_type = ${sql.lit(holderType)} and account.holder_id = ${sql.ref(`${table}.id`)}`;

/** A colleague whose role a second person has still to confirm. */
const isInvited = sql`exists (
  select from staff_invitation as invitation
    join proposal on proposal.holder_type = 'user' and proposal.holder_id = invitation.user_id
  where invitation.user_id = app_user.id and invitation.revoked_at is null and proposal.action = 'setRole' and proposal.state = 'open')`;

export const kinds: readonly Kind[] = [
  {
    table: "app_user",
    opens: users.get,
    text: sql`app_user.search_text`,
    near: sql`search_near(search_folded(app_user.name))`,
    named: sql`search_folded(app_user.name)`,
    isFound: sql`app_user.erased_at is null`,
    columns: sql`case when app_user.role = 'client' and not ${isInvited} then 'client' else 'colleague' end as kind, app_user.name as title,
      array[app_user.email, account.client_number] as details, array[app_user.email] as names, app_user.created_at as at,
      null as holder_type, null::bigint as holder_id`,
    joins: number("user", "app_user"),
  },
  {
    table: "company",
    opens: companies.get,
    text: sql`company.search_text`,
    near: sql`search_near(company.search_text)`,
    named: sql`search_folded(coalesce(nullif(company.name, ''), company.draft_name))`,
    isFound: sql`company.erased_at is null`,
    columns: sql`'company' as kind, coalesce(nullif(company.name, ''), company.draft_name) as title,
      array[nullif(company.register_number, ''), account.client_number] as details,
      array[company.draft_name, company.register_number] as names, company.created_at as at, null as holder_type, null::bigint as holder_id`,
    joins: number("company", "company"),
  },
  {
    table: "document",
    opens: documents.get,
    text: sql`document.search_text`,
    near: sql`search_near(document.search_text)`,
    isFound: sql`document.deleted_at is null`,
    columns: sql`'document' as kind, document.title, array[${holderName}] as details, array[]::text[] as names, document.changed_at as at,
      document.holder_type, document.holder_id`,
    joins: ofHolder("document"),
  },
  {
    table: "contract",
    opens: contracts.get,
    text: sql`contract.search_text`,
    near: sql`search_near(contract.search_text)`,
    isFound: sql`true`,
    columns: sql`'contract' as kind, contract.contract_name as title, array[${holderName}] as details, array[]::text[] as names,
      contract.state_changed_at as at, contract.holder_type, contract.holder_id`,
    joins: ofHolder("contract"),
  },
  {
    table: "ticket",
    opens: tickets.get,
    text: sql`ticket.search_text`,
    near: sql`search_near(ticket.search_text)`,
    isFound: sql`true`,
    columns: sql`'ticket' as kind, ticket.title, array['#' || ticket.id, ${holderName}] as details, array[]::text[] as names,
      ticket.changed_at as at, ticket.holder_type, ticket.holder_id`,
    joins: ofHolder("ticket"),
  },
  {
    table: "instrument",
    opens: portfolioInstruments.listInstruments,
    text: sql`instrument.search_text`,
    near: sql`search_near(instrument.search_text)`,
    isFound: sql`true`,
    columns: sql`'instrument' as kind, instrument.name as title, array[instrument.ticker, instrument.isin, instrument.currency] as details,
      array[instrument.ticker, coalesce(instrument.isin, '')] as names, instrument.created_at as at, null as holder_type, null::bigint as holder_id`,
    joins: sql``,
  },
];
