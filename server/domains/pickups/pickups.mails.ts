/** The mail about a source that cannot be read, or whose file did not come. */
import { z } from "zod";
import { button, defineMail, sentence } from "../../adapters/mail/template.ts";

export const pickupAlarmMail = defineMail({
  name: "pickupAlarm",
  params: z.object({
    name: z.string(),
    type: z.enum(["pickup_late", "pickup_failed"]),
    /** The custodian, or the source of prices or rates. */
    source: z.string(),
    /** Of a late file: its hour. */
    expectedBy: z.string(),
    link: z.url(),
  }),
  content({ params: { type, source, expectedBy, link }, t }) {
    const isLate = type === "pickup_late";
    return {
      subject: isLate ? t("mail.pickupAlarm.lateSubject", { source }) : t("mail.pickupAlarm.failedSubject", { source }),
      blocks: [
        sentence(
          isLate ? t("mail.pickupAlarm.late", { source, time: expectedBy }) : t("mail.pickupAlarm.failed", { source }),
        ),
        button(t("mail.pickupAlarm.button"), link),
      ],
    };
  },
  samples: [
    {
      name: "Maria Ivanova",
      type: "pickup_late",
      source: "Example Bank",
      expectedBy: "09:30",
      link: "https://portal.example/en",
    },
    {
      name: "Maria Ivanova",
      type: "pickup_failed",
      source: "Example Bank",
      expectedBy: "",
      link: "https://portal.example/en",
    },
  ],
});
