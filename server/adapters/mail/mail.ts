/** The portal's mails: queued with the change that they report, rendered and delivered after commit. */
import { randomBytes, randomUUID } from "node:crypto";
import { type Holder, holderParams, type Language, language } from "@portico/api/shapes.ts";
import type { Logger } from "pino";
import { z } from "zod";
import { enqueue } from "../../jobs/enqueue.ts";
import { defineJob } from "../../jobs/jobs.ts";
import { handleJob, type JobHandler } from "../../jobs/start.ts";
import type { Config } from "../../kernel/config.ts";
import type { Trx } from "../../kernel/transaction.ts";
import { createDataKey, seal, unseal, unwrapDataKey } from "../../secrets/envelope.ts";
import { readFirmKey } from "../../secrets/firm-key.ts";
import { type ReplyTarget, replyAddress } from "../mailbox/reply-address.ts";
import { createDelivery, isAddressRefused } from "./delivery.ts";
import { renderMail } from "./render.ts";
import type { Firm, MailParams, MailTemplate } from "./template.ts";

export interface MailMessage<Params extends MailParams = MailParams> {
  to: string;
  language: Language;
  template: MailTemplate<Params>;
  params: NoInfer<Params>;
  /** A reply becomes this person's comment on the ticket, if the firm has a mailbox for replies. */
  replies?: ReplyTarget;
  /** Somebody waits for it to arrive: they are told if the mail server refuses its address. */
  delegation?: number;
  /** One of very many: others go before it. */
  unhurried?: boolean;
  /** It tells this person of a report: a refused address is recorded for the proof of delivery. */
  report?: ToldOfReport;
  /** Whom it is about, if that is not the person with the address. */
  about?: Holder;
}

export interface ToldOfReport {
  report: number;
  user: number;
}

/** What is kept of a mail until it can no longer come back. */
export interface RememberedMail {
  messageId: string;
  to: string;
  template: string;
  /** Who waits for it. */
  delegation?: number | undefined;
  report?: ToldOfReport | undefined;
  about?: Holder | undefined;
  subject: string;
}

export interface Mail {
  /** Sends the mail once the transaction commits; never if it does not. */
  send(trx: Trx, message: MailMessage): Promise<void>;
}

/** A queued mail is encrypted completely, since it may contain a code or a link. */
export const deliverJob = defineJob({
  name: "mail.deliver",
  data: z.object({ messageId: z.uuid(), wrapped: z.string(), nonce: z.string(), sealed: z.string() }),
  retries: 8,
  retryDelaySeconds: 2,
  timeoutSeconds: 180,
  batch: 4,
});
const purpose = "mail";

const envelopeShape = z.object({
  to: z.string(),
  language,
  template: z.string(),
  params: z.unknown(),
  replies: z.object({ ticket: z.number().int(), user: z.number().int() }).optional(),
  delegation: z.number().int().optional(),
  report: z.object({ report: z.number().int(), user: z.number().int() }).optional(),
  about: holderParams.optional(),
});

/** Provides services with mail; the firm's key is read at the first mail. */
export function createMail({ config }: { config: Config }): Mail {
  let firmKey: Promise<Buffer> | undefined;
  return {
    async send(trx, message) {
      firmKey ??= readFirmKey(config);
      const { key, wrapped } = createDataKey(await firmKey, purpose);
      const nonce = randomBytes(12);
      const messageId = randomUUID();
      const content = Buffer.from(JSON.stringify(envelopeShape.parse({ ...message, template: message.template.name })));
      const queued = {
        messageId,
        wrapped,
        nonce: nonce.toString("base64"),
        sealed: seal(key, nonce, content, Buffer.from(messageId)).toString("base64"),
      };
      await enqueue(trx, deliverJob, queued, message.unhurried ? { priority: -1 } : {});
    },
  };
}

/** By their names; throws if two have the same. */
function byName(templates: readonly MailTemplate[]): ReadonlyMap<string, MailTemplate> {
  const found = new Map<string, MailTemplate>();
  for (const template of templates) {
    if (found.has(template.name)) throw new Error(`Two mails are called ${template.name}`);
    found.set(template.name, template);
  }
  return found;
}

/** Renders and delivers queued mails of these templates; `firm` returns the sender's name and logo at that time. */
export function mailHandlers(parts: {
  config: Config;
  log: Logger;
  firm: () => Promise<Firm>;
  templates: readonly MailTemplate[];
  /** Remembers a mail before it is delivered, so that one that comes back is known. */
  remember?: (mail: RememberedMail) => Promise<unknown>;
  /** Notes that the mail server took it, or why it did not at this attempt. */
  attempted?: (messageId: string, failure: string | null) => Promise<unknown>;
  /** Tells who waits for the mail of a delegation that its address was refused. */
  addressRefused?: (delegation: number) => Promise<void>;
  /** Records that the address of somebody was refused who is told of a report; `reason` in the mail server's words. */
  tellingRefused?: (told: ToldOfReport & { reason: string }) => Promise<void>;
}): JobHandler[] {
  const { config, log, firm, addressRefused, remember, attempted, tellingRefused } = parts;
  const templates = byName(parts.templates);
  const deliver = createDelivery(config);
  return [
    handleJob(deliverJob, async ({ messageId, wrapped, nonce, sealed }) => {
      const firmKey = await readFirmKey(config);
      const key = unwrapDataKey(firmKey, wrapped, purpose);
      const bytes = unseal(key, Buffer.from(nonce, "base64"), Buffer.from(sealed, "base64"), Buffer.from(messageId));
      const {
        to,
        language: words,
        replies,
        delegation,
        report,
        about,
        ...queued
      } = envelopeShape.parse(JSON.parse(bytes.toString()));
      const template = templates.get(queued.template);
      if (!template) throw new Error(`No domain declares the mail ${queued.template}`);
      const params = template.params.parse(queued.params);
      const replyTo = replies && config.mailbox && replyAddress(firmKey, config.mailbox.address, replies);
      const rendered = renderMail(words, { template, params }, await firm(), { canReply: !!replyTo });
      // A mail that went out is not sent again because this could not be written.
      const note = (failure: string | null) =>
        attempted?.(messageId, failure).catch((error: unknown) => log.warn({ err: error }, "an attempt was not noted"));
      await remember?.({
        messageId,
        to,
        template: template.name,
        delegation,
        report,
        about,
        subject: rendered.subject,
      });
      try {
        await deliver({ messageId, to, replyTo, ...rendered });
      } catch (error) {
        await note(error instanceof Error ? error.message : String(error));
        if (report && tellingRefused && isAddressRefused(error))
          return await tellingRefused({ ...report, reason: (error as Error).message });
        if (delegation === undefined || !addressRefused || !isAddressRefused(error)) throw error;
        log.info({ template: template.name, messageId }, "the mail server refused the address");
        return await addressRefused(delegation);
      }
      await note(null);
      log.info({ template: template.name, messageId }, "mail delivered");
      // For people who try the demo on this machine; never if a mail server is configured.
      const line = config.demo && config.smtpUrl === undefined && template.demoLine?.(to, params);
      if (line) console.log(`  ${line}`);
    }),
  ];
}
