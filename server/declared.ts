/** Puts together what the domains declare (server/declaration.ts). */
import { collect } from "@portico/api/collect.ts";
import type { Api } from "@portico/api/index.ts";
import type { MailTemplate } from "./adapters/mail/template.ts";
import type { Declaration, DeclaredByDomains, Jobs } from "./declaration.ts";
import * as domains from "./domains.ts";
import type { Handlers } from "./http/handlers.ts";

const declarations: readonly Declaration[] = Object.values(domains);

/** The domains with calls. A declared call without a handler does not compile. */
export const mounted: { readonly [Domain in keyof Api]: { readonly routes: Handlers<Api[Domain]> } } = domains;

/** The handlers of every domain's jobs. */
export const createJobs: Jobs = (services, database) =>
  declarations.flatMap(({ jobs }) => jobs?.(services, database) ?? []);

/** Every domain's mails. */
export const mailTemplates: readonly MailTemplate[] = declarations.flatMap(({ mails }) => Object.values(mails ?? {}));

/** For the context of services. A change that can be proposed and that no domain applies does not compile. */
export const declared: DeclaredByDomains = {
  proposals: collect(domains, "proposals"),
  bulkChanges: collect(domains, "bulkChanges"),
  mails: mailTemplates,
  work: collect(domains, "work"),
  settings: declarations.flatMap(({ settings }) => settings ?? []),
  rightsEnded: declarations.flatMap(({ rightsEnded }) => rightsEnded ?? []),
};
