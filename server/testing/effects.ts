/** Effects of a call: its refusal code, audit entries, events, mails. */
import type { EventEmitter } from "node:events";
import { ApiError } from "@portico/api/errors.ts";
import { socketEvents } from "@portico/api/events.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { MailMessage } from "../adapters/mail/mail.ts";
import type { ParamsOf } from "../adapters/mail/template.ts";
import type * as domains from "../domains.ts";
import type { DomainEvents, RelayedEventName } from "../kernel/events.ts";
import type { TestApp } from "./app.ts";

/** The code that a call was refused with, or "done". */
export const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "done",
    (error: unknown) => (error instanceof ApiError ? error.code : String(error)),
  );

export interface AuditRow {
  action: string;
  actor: unknown;
  before: unknown;
  after: unknown;
}

/** The audit entries of a subject, oldest first; of one action if given. */
export const auditOf = async (
  { database }: TestApp,
  subject: { type: string; id: number | string },
  action?: string,
): Promise<AuditRow[]> => {
  const rows = await database.db
    .selectFrom("audit_entry")
    .select(["action", "actor", "before", "after"])
    .where("subject_type", "=", subject.type)
    .where("subject_id", "=", String(subject.id))
    .where("action", "not in", ["holder.accessedByStaff", "holder.accessedByDelegate"])
    .orderBy("at")
    .orderBy("position")
    .execute();
  return action === undefined ? rows : rows.filter((row) => row.action === action);
};

/** A holder as named in the audit log. */
export const subjectOf = ({ holderType, holderId }: Holder) => ({ type: holderType, id: holderId });

type EmittedEvent = { [Name in keyof DomainEvents]: { name: Name; event: DomainEvents[Name][0] } }[keyof DomainEvents];

/** Records events from now on, in order; `all` grows with them. */
export function listen({ services }: TestApp): { all: EmittedEvent[]; stop(): void } {
  const all: EmittedEvent[] = [];
  const events = services.events as unknown as EventEmitter;
  const names = [
    ...(Object.keys(socketEvents) as RelayedEventName[]),
    "sessionsRevoked",
    "rightsChanged",
    "signedIn",
  ] satisfies (keyof DomainEvents)[];
  const notes = names.map((name) => ({
    name,
    note: (event: unknown) => void all.push({ name, event } as EmittedEvent),
  }));
  for (const { name, note } of notes) events.on(name, note);
  return {
    all,
    stop() {
      for (const { name, note } of notes) events.off(name, note);
    },
  };
}

type MailsOf<Domain> = Domain extends { readonly mails: infer Mails } ? Mails[keyof Mails] : never;
type DeclaredMail = MailsOf<(typeof domains)[keyof typeof domains]>;
type SentAs<Template> = Template extends { name: infer Name }
  ? Omit<MailMessage, "template" | "params"> & { template: Name; params: ParamsOf<Template> }
  : never;
/** A mail that a domain sent; its template, by name, says which parameters it has. */
export type SentMail = SentAs<DeclaredMail>;

/** As `recordMails` shows it. */
export const sentMail = (message: MailMessage): SentMail =>
  ({ ...message, template: message.template.name }) as SentMail;

/** Records mails that services queue from now on; they are still queued. */
export function recordMails({ services }: TestApp): SentMail[] {
  const mails: SentMail[] = [];
  const { mail } = services;
  services.mail = {
    async send(trx, message) {
      await mail.send(trx, message);
      mails.push(sentMail(message));
    },
  };
  return mails;
}

/** The fields that a call refuses, each with its code; the code of another refusal; empty if it succeeds. */
export const faultsOf = (call: Promise<unknown>): Promise<string[]> =>
  call.then(
    () => [],
    (error: unknown) =>
      error instanceof ApiError && error.code === "badInput"
        ? error.errors.map(({ path, code }) => `${path} ${code}`)
        : [error instanceof ApiError ? error.code : String(error)],
  );
