/** The unit of work: all writes of one change are in one transaction, and messages about it follow the commit. */
import type { EventEmitter } from "node:events";
import { type AuditAction, auditActions, type Recorded, type SubjectOf } from "@portico/api/audit-actions.ts";
import type { NotificationType, StaffNews as StaffNewsType } from "@portico/api/notification-types.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { webhookEventsOf } from "@portico/api/webhook-events.ts";
import type { Mail, MailMessage } from "../adapters/mail/mail.ts";
import type { MailParams } from "../adapters/mail/template.ts";
import { type AuditEntry, audit } from "../audit/audit.ts";
import { type EnqueueOptions, enqueue } from "../jobs/enqueue.ts";
import type { Job } from "../jobs/jobs.ts";
import type { Caller } from "../kernel/context.ts";
import type { DomainEvents, Events } from "../kernel/events.ts";
import { type Db, inTransaction, type Trx } from "../kernel/transaction.ts";
import type { MachineKey, Viewer } from "../kernel/viewer.ts";
import { type DatedEvent, storeEvents, wakeDelivery } from "./outbox.ts";

/**
 * What a change needs of a call's context. Commands, jobs and worker threads provide less, and cannot use what they do
 * not provide.
 */
export interface WriteContext {
  db: Db;
  /** If `db` is a replica: where to write. */
  primary?: Db;
  events?: Events;
  viewer?: (Pick<Viewer, "userId" | "sessionId"> & { key?: Pick<MachineKey, "id" | "name"> | undefined }) | null;
  caller?: Pick<Caller, "address" | "requestId">;
  /** Actor if nobody is signed in. */
  system?: string | undefined;
  mail?: Mail;
  notifier?: Notifier;
  domains?: { readonly rightsEnded: readonly Reconsider[] };
  /** Keeps what other systems would be told, instead of sending it after the commit: the change may be undone. */
  holdEvent?: (event: DatedEvent) => void;
}

/** Whose role, account or representation changed, and the companies concerned. */
export interface RightsChange {
  userIds: readonly number[];
  companyIds: readonly number[];
}

/** What a domain does about that which waits for these people or companies. */
export type Reconsider = (tx: Tx, change: RightsChange) => Promise<void>;

/** A message from the firm to a holder. */
export interface News {
  type: NotificationType;
  text?: string | undefined;
  params?: Record<string, string | number>;
  target_id?: number | null;
  created_by?: number | null;
}

/** Notifications that ask for something about an object which was done or is no longer wanted. */
export interface EndedNews {
  types: readonly NotificationType[];
  target_id: number;
}

/** An action of a client that staff are notified of. */
export interface StaffNews {
  type: StaffNewsType;
  params: Record<string, string>;
  /** The client's person; null for the portal. */
  created_by: number | null;
  /** These colleagues instead of those in charge of the client. */
  to?: readonly number[];
}

/** Writes notifications; passed in where services are wired (domains/notifications). */
export interface Notifier {
  notify(tx: Tx, holder: Holder, news: News): Promise<void>;
  notifyStaff(tx: Tx, client: Holder, news: StaffNews): Promise<void>;
  endNews(tx: Tx, holder: Holder, ended: EndedNews): Promise<void>;
}

type SubjectId<A extends AuditAction> =
  SubjectOf<A> extends "holder"
    ? Holder
    : SubjectOf<A> extends
          | "group"
          | "contractTemplate"
          | "startingText"
          | "content"
          | "definition"
          | "setting"
          | "analytics"
          | "retention"
          | "audit"
          | "job"
          | "reportPeriod"
          | "webhook"
      ? string
      : number;

interface UnitOfWork {
  /**
   * Records the action in the audit log at the end of the transaction. The actor is the context's viewer or system,
   * except for somebody who is just signing in or out. `oncePerHour`: not if the same actor's same action is recorded
   * within the last hour.
   */
  audit<A extends AuditAction>(
    action: A,
    subject: SubjectId<A>,
    recorded?: Recorded<A> & { actor?: { userId: number; sessionId?: number }; oncePerHour?: boolean },
  ): void;
  /** Sends what `holdEvent` kept, with this transaction. */
  sendHeld(event: DatedEvent): void;
  /** Emits the event after the commit. Rights are announced by `rightsChanged`. */
  emit<Name extends Exclude<keyof DomainEvents, "rightsChanged">>(name: Name, ...event: DomainEvents[Name]): void;
  /**
   * Announces a change of who may act: every domain reconsiders what waits for these people, at the end of this
   * transaction, and sockets follow after the commit.
   */
  rightsChanged(change: RightsChange): void;
  /** Notifies the holder: on their pages after the commit, and by mail if the message asks for an action. */
  notify(holder: Holder, news: News): Promise<void>;
  /** What the holder was asked for is done or no longer wanted: it stays listed, and is no news any more. */
  endNews(holder: Holder, ended: EndedNews): Promise<void>;
  /** Notifies the colleague in charge of the client, or if there is none, everyone who decides about clients. */
  notifyStaff(client: Holder, news: StaffNews): Promise<void>;
  /** Sends the mail once the transaction commits. */
  mail<Params extends MailParams>(message: MailMessage<Params>): Promise<void>;
  /** Queues a job with the transaction; false if one with the same key is already waiting. */
  enqueue<Data extends object>(job: Job<Data>, data: Data, options?: EnqueueOptions): Promise<boolean>;
  /** Runs an action after the commit that is not an event, such as setting a cookie. */
  afterCommit(work: () => void): void;
}

/** A transaction with its unit of work; queries use it as a plain transaction. */
export type Tx = Trx & UnitOfWork;

/** Queued until the end of the transaction, and until after it. */
interface Queues {
  entries: AuditEntry[];
  /** For other systems. */
  told: DatedEvent[];
  rights: RightsChange[];
  afterCommit: (() => void)[];
}

const isTx = (db: Db): db is Tx => db.isTransaction && "afterCommit" in db;

function actorOf({ viewer, system }: WriteContext): AuditEntry["actor"] {
  if (viewer?.key) return { userId: viewer.userId, keyId: viewer.key.id, key: viewer.key.name };
  if (viewer) return { userId: viewer.userId, sessionId: viewer.sessionId };
  if (system === undefined) throw new Error("An audit entry without viewer names the part of the portal that acts");
  return { system };
}

/** An entry's subject as stored in the log. */
const subjectOf = (type: SubjectOf<AuditAction>, subject: Holder | number | string): AuditEntry["subject"] =>
  typeof subject === "object" ? { type: subject.holderType, id: subject.holderId } : { type, id: subject };

function given<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`This context was not given its ${what}`);
  return found;
}

function open(trx: Trx, context: WriteContext, queues: Queues): Tx {
  function emit<Name extends keyof DomainEvents>(name: Name, ...event: DomainEvents[Name]): void {
    const events = given(context.events, "events") as EventEmitter;
    queues.afterCommit.push(() => events.emit(name, ...event));
  }
  const tell = (event: DatedEvent) => (context.holdEvent ? context.holdEvent(event) : queues.told.push(event));
  const unit: UnitOfWork = {
    audit(action, subject, recorded) {
      const { actor, before, after, oncePerHour }: Partial<AuditEntry> = recorded ?? {};
      const about = subjectOf(auditActions[action].subject, subject);
      const at = new Date().toISOString();
      for (const event of webhookEventsOf(action, about, after)) tell({ ...event, at });
      queues.entries.push({
        actor: actor ?? actorOf(context),
        action,
        subject: about,
        before,
        after,
        oncePerHour,
        address: context.caller?.address || null,
        requestId: context.caller?.requestId || null,
      });
    },
    sendHeld: (event) => void queues.told.push(event),
    emit: (name, ...event) => emit(name, ...event),
    rightsChanged(change) {
      queues.rights.push(change);
      if (change.userIds.length > 0) emit("rightsChanged", { userIds: [...change.userIds] });
    },
    notify: (holder, news) => given(context.notifier, "notifier").notify(tx, holder, news),
    endNews: (holder, ended) => given(context.notifier, "notifier").endNews(tx, holder, ended),
    notifyStaff: (client, news) => given(context.notifier, "notifier").notifyStaff(tx, client, news),
    mail: (message) => given(context.mail, "mail").send(tx, message),
    enqueue: (job, data, options) => enqueue(tx, job, data, options),
    afterCommit: (work) => void queues.afterCommit.push(work),
  };
  // A copy, since a transaction begun by the caller (the demo) may contain several units one after another.
  const tx: Tx = Object.assign(trx.withTables<Record<string, Record<string, unknown>>>() as unknown as Trx, unit);
  return tx;
}

/** Every domain looks once at all that changed. */
async function reconsider(tx: Tx, context: WriteContext, changes: readonly RightsChange[]): Promise<void> {
  if (changes.length === 0) return;
  const change = {
    userIds: [...new Set(changes.flatMap(({ userIds }) => userIds))],
    companyIds: [...new Set(changes.flatMap(({ companyIds }) => companyIds))],
  };
  for (const one of given(context.domains, "domains").rightsEnded) await one(tx, change);
}

/**
 * Runs `work` as one change. The outermost call begins the transaction, has what waits on changed rights reconsidered,
 * writes the audit entries last (their chains stay locked until the commit) and with them what other systems are told, and emits after the commit; with `{ ...context, db: tx }` a nested call joins it. A
 * conflict runs `work` again from empty queues; an error undoes everything and emits nothing. So `work` may only call
 * the database and the functions of `tx`.
 */
export async function transact<T>(context: WriteContext, work: (tx: Tx) => Promise<T>): Promise<T> {
  if (isTx(context.db)) return work(context.db);
  const db = context.primary ?? context.db;
  const { answer, afterCommit } = await inTransaction(db, async (trx) => {
    const queues: Queues = { entries: [], told: [], rights: [], afterCommit: [] };
    const tx = open(trx, context, queues);
    const done = await work(tx);
    await reconsider(tx, context, queues.rights);
    await audit(tx, ...queues.entries);
    if (await storeEvents(tx, queues.told)) tx.afterCommit(() => wakeDelivery(db));
    return { answer: done, afterCommit: queues.afterCommit };
  });
  for (const follow of afterCommit) follow();
  return answer;
}
