/**
 * What a domain declares of itself for the server, in `server/domains/<domain>/<domain>.domain.ts`: each part is an
 * export of that file, with one of the types below. server/domains.ts names all domains, and server/declared.ts puts
 * together what they declare.
 *
 * | export | content |
 * | --- | --- |
 * | `routes` | the handlers of its calls |
 * | `jobs` | the handlers of its background jobs |
 * | `mails` | its mails: parameters and content |
 * | `proposals` | its changes that a second person confirms, by their action |
 * | `bulkChanges` | its changes that are made to many at once, by their action |
 * | `work` | what staff claim before they work on it, by its kind |
 * | `settings` | what it checks before a setting is saved, and what it does afterwards |
 * | `rightsEnded` | what it does about what waits for people whose rights changed |
 */
import type { FieldCode } from "@portico/api/errors.ts";
import type { Proposal } from "@portico/api/proposals.ts";
import type { Weakening } from "@portico/api/rules/guards.ts";
import type { SettingName, SettingValue } from "@portico/api/settings/shapes.ts";
import type { MailTemplate } from "./adapters/mail/template.ts";
import type { Database } from "./database/open.ts";
import type { BulkKinds } from "./domains/bulk-changes/kind.ts";
import type { ProposalKind } from "./domains/proposals/kind.ts";
import type { WorkKinds } from "./domains/work-claims/kind.ts";
import type { JobHandler } from "./jobs/start.ts";
import type { Services } from "./kernel/context.ts";
import type { Trx } from "./kernel/transaction.ts";
import type { Reconsider, Tx } from "./unit-of-work/transact.ts";

export type Jobs = (services: Services, database: Pick<Database, "retentionConnection">) => JobHandler[];

/** By any name; a mail is known by its own. */
export type Mails = Readonly<Record<string, MailTemplate>>;

/** How each change that can be proposed is applied. */
export type ProposalKinds = Readonly<Record<Proposal["action"], ProposalKind>>;
export type Proposals = Partial<ProposalKinds>;

/** Changes that can be made to many at once. */
export type BulkChanges = Partial<BulkKinds>;

/** What staff claim before they work on it. */
export type Work = Partial<WorkKinds>;

export interface SettingRules<Value> {
  /** The fields of a value that its shape allows, but not what is stored; paths within the value. */
  check?(trx: Trx, value: Value): Promise<{ path: string; code: FieldCode }[]>;
  /** Paths within the value that staff are asked about: it is saved once they say that they mean it. `before` is what is stored. */
  unusual?(value: Value, before: Value): string[];
  /**
   * Whether a change weakens what guards money, access or records, so that a second person confirms it: while four eyes
   * are on, or always. Null if one person may make it.
   */
  weakens?(before: Value, after: Value): Weakening;
  /** What a saved value makes necessary, in the transaction that saves it. */
  saved?(tx: Tx, change: { before: Value; after: Value }): Promise<unknown>;
}
/** For any setting, also those of other domains. */
export type Settings = { readonly [Name in SettingName]?: SettingRules<SettingValue<Name>> };

/** All parts, as those see them who put them together. */
export interface Declaration {
  readonly routes?: object;
  readonly jobs?: Jobs;
  readonly mails?: Mails;
  readonly proposals?: Proposals;
  readonly bulkChanges?: BulkChanges;
  readonly work?: Work;
  readonly settings?: Settings;
  readonly rightsEnded?: Reconsider;
}

/** What services use of the declarations of domains that they may not import; wired into their context. */
export interface DeclaredByDomains {
  proposals: ProposalKinds;
  bulkChanges: BulkKinds;
  mails: readonly MailTemplate[];
  work: WorkKinds;
  settings: readonly Readonly<Record<string, SettingRules<unknown> | undefined>>[];
  rightsEnded: readonly Reconsider[];
}
