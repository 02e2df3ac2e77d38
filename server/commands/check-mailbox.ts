/** `npm run check-mailbox`: signs in to the mailbox for replies, mails it, and says what is wrong. */
import { createDelivery } from "../adapters/mail/delivery.ts";
import { checkMailbox } from "../adapters/mailbox/check-mailbox.ts";
import { CommandError, runCommand } from "./command.ts";

await runCommand({ usage: "check-mailbox" }, async ({ config }) => {
  const { mailbox, smtpUrl } = config;
  if (!mailbox) throw new CommandError("IMAP_URL is not set: replies to mails are not read.");
  const deliver = createDelivery(config);
  const send = (to: string, messageId: string) =>
    deliver({
      messageId,
      to,
      subject: "check-mailbox",
      text: "npm run check-mailbox",
      html: "<p>npm run check-mailbox</p>",
      pictures: [],
    });
  const problem = await checkMailbox(mailbox, { send: smtpUrl === undefined ? null : send });
  if (problem !== null) throw new CommandError(`The mailbox cannot be used: ${problem}.`);
  if (smtpUrl === undefined)
    console.info(`The mailbox can be read. SMTP_URL is not set, so no mail was sent to ${mailbox.address}.`);
  else console.info(`${mailbox.address} does everything that the portal needs.`);
});
