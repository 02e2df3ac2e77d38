/**
 * What a domain declares of itself for the server, in `server/domains/<domain>/<domain>.domain.ts`: each part is an
 * export of that file, with one of the types below. server/domains.ts names all domains, and server/declared.ts puts
 * together what they declare.
 *
 * | export | content |
 * | --- | --- |
 * | `routes` | the handlers of its calls |
 * | `jobs` | the handlers of its background jobs |
 * | `proposals` | its changes that a second person confirms, by their action |
 * | `rightsEnded` | what it does about what waits for people whose rights changed |
 */
import type { Proposal } from "@portico/api/proposals.ts";
import type { Database } from "./database/open.ts";
import type { ProposalKind } from "./domains/proposals/proposals.kind.service.ts";
import type { JobHandler } from "./jobs/start.ts";
import type { Services } from "./kernel/context.ts";
import type { Reconsider } from "./unit-of-work/transact.ts";

export type Jobs = (services: Services, database: Pick<Database, "retentionConnection">) => JobHandler[];

/** How each change that can be proposed is applied. */
export type ProposalKinds = Readonly<Record<Proposal["action"], ProposalKind>>;
export type Proposals = Partial<ProposalKinds>;

/** All parts, as those see them who put them together. */
export interface Declaration {
  readonly routes?: object;
  readonly jobs?: Jobs;
  readonly proposals?: Proposals;
  readonly rightsEnded?: Reconsider;
}

/** What services use of the declarations of domains that they may not import; wired into their context. */
export interface DeclaredByDomains {
  proposals: ProposalKinds;
  rightsEnded: readonly Reconsider[];
}
