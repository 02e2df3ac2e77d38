/** The mail to administrators about a machine's key. */
import { z } from "zod";
import { button, defineMail, sentence } from "../../adapters/mail/template.ts";

const types = ["machine_key_waits", "machine_key_expiring", "machine_key_stopped", "machine_key_exposed"] as const;

export const machineKeyMail = defineMail({
  name: "machineKey",
  params: z.object({
    name: z.string(),
    type: z.enum(types),
    /** Its name. */
    key: z.string(),
    /** Of one that ends: how many. */
    days: z.number().int(),
    link: z.url(),
  }),
  content({ params: { type, key, days, link }, t }) {
    const text = {
      machine_key_waits: () => [t("mail.machineKey.waitsSubject", { key }), t("mail.machineKey.waits", { key })],
      machine_key_expiring: () => [
        t("mail.machineKey.expiringSubject", { key, days }),
        t("mail.machineKey.expiring", { key, days }),
      ],
      machine_key_stopped: () => [t("mail.machineKey.stoppedSubject", { key }), t("mail.machineKey.stopped", { key })],
      machine_key_exposed: () => [t("mail.machineKey.exposedSubject", { key }), t("mail.machineKey.exposed", { key })],
    }[type];
    const [subject = "", about = ""] = text();
    return { subject, blocks: [sentence(about), button(t("mail.machineKey.button"), link)] };
  },
  samples: types.map((type) => ({
    name: "Maria Ivanova",
    type,
    key: "Accounting",
    days: 7,
    link: "https://portal.example/en",
  })),
});
