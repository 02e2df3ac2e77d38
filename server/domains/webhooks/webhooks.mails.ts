/** The mail to administrators about a webhook whose messages are lost. */
import { z } from "zod";
import { button, defineMail, sentence } from "../../adapters/mail/template.ts";

const types = ["webhook_given_up", "webhook_disabled"] as const;

export const webhookMail = defineMail({
  name: "webhook",
  params: z.object({
    name: z.string(),
    type: z.enum(types),
    /** Its name. */
    endpoint: z.string(),
    link: z.url(),
  }),
  content({ params: { type, endpoint, link }, t }) {
    const isDisabled = type === "webhook_disabled";
    return {
      subject: isDisabled
        ? t("mail.webhook.disabledSubject", { endpoint })
        : t("mail.webhook.givenUpSubject", { endpoint }),
      blocks: [
        sentence(isDisabled ? t("mail.webhook.disabled", { endpoint }) : t("mail.webhook.givenUp", { endpoint })),
        button(t("mail.webhook.button"), link),
      ],
    };
  },
  samples: types.map((type) => ({
    name: "Maria Ivanova",
    type,
    endpoint: "Accounting",
    link: "https://portal.example/en",
  })),
});
