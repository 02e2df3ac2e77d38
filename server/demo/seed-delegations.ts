/** A client's accountant, who reads the reports and tax packs, and a report that the client has subscribed to. */
import { addDays } from "@portico/api/rules/calendar.ts";
import type { Mail } from "../adapters/mail/mail.ts";
import { acceptInvitation } from "../domains/delegations/acceptance.ts";
import { inviteDelegate } from "../domains/delegations/delegations.ts";
import { subscribe } from "../domains/reports/subscriptions/subscriptions.ts";
import type { SeedStep } from "./seed.ts";

export const delegationSteps: SeedStep[] = [
  {
    daysAgo: 33,
    at: "09:20",
    run: async (seed) => {
      const [client, accountant] = [seed.user("ivan"), seed.user("kalina")];
      let secret = "";
      // The secret is in the mail alone.
      const mail: Pick<Mail, "send"> = {
        send: async (_trx, { params }) => {
          const { link } = params as { link?: string };
          secret = link === undefined ? "" : new URL(link).hash.slice(1);
        },
      };
      await inviteDelegate({ ...(await seed.context.as(client.holderId)), mail }, client, {
        email: "kalina@portico.example",
        parts: ["reports", "tax"],
        validTo: addDays(seed.lastDay, 300),
        language: "bg",
      });
      await acceptInvitation(await seed.context.as(accountant.holderId), secret);
    },
  },
  {
    daysAgo: 32,
    at: "18:05",
    run: async (seed) => {
      const client = seed.user("ivan");
      const monthly = { kind: "assets", frequency: "month", language: "bg" } as const;
      await subscribe(await seed.context.as(client.holderId), client, monthly);
    },
  },
];
