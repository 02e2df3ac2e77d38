/** Concurrent decisions on one holder: one succeeds, one audit entry is written, and the others are told who decided. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../testing/app.ts";
import { auditOf, codeOf, listen, recordMails, subjectOf } from "../../testing/effects.ts";
import { arrangeHolder, ask, stateOf } from "./testing/holders.ts";

let app: TestApp;
const reviewers: TestUser[] = [];

beforeAll(async () => {
  app = await createTestApp();
  // As at the start of a portal: no transaction waits for a key over a second connection.
  await app.services.vault.recordKeys("identifier");
  for (let index = 0; index < 10; index += 1) reviewers.push(await app.as("office", { name: `Reviewer ${index}` }));
});
afterAll(() => app.close());

const first = () => reviewers[0] as TestUser;
const typeOf = ({ holderType }: Holder) => (holderType === "user" ? "KYC" : "companyKYC");
const decisionAsReadBy = async ({ client }: TestUser, holder: Holder) =>
  (await client.forms.getRevision({ params: { ...holder, type: typeOf(holder), revision: 1 } })).decision;

const races: Record<string, readonly HolderState[]> = {
  "50 approvals": ["postKYC"],
  "50 returns": ["returnedKYC"],
  "50 rejections": ["rejected"],
  "approvals, returns and rejections mixed": ["postKYC", "returnedKYC", "rejected"],
};

for (const holderType of ["user", "company"] as const)
  describe(holderType, () => {
    for (const [name, wanted] of Object.entries(races))
      test(`${name} at once by ten reviewers: one wins, the others read by whom it was decided`, async () => {
        const { holder, owner } = await arrangeHolder(
          app,
          { office: first(), admin: first() },
          holderType,
          "pendingKYC",
        );
        const heard = listen(app);
        const mails = recordMails(app);
        const answers = await Promise.all(
          Array.from({ length: 50 }, async (_, index) => {
            const who = reviewers[index % 10] as TestUser;
            const newState = wanted[index % wanted.length] as HolderState;
            return { who, newState, code: await codeOf(ask(who, holder, { newState, reason: `By ${who.id}` })) };
          }),
        );
        heard.stop();
        const winners = answers.filter(({ code }) => code === "done");
        expect(winners).toHaveLength(1);
        expect(answers.filter(({ code }) => code === "stateConflict")).toHaveLength(49);
        const [{ who, newState }] = winners as [(typeof winners)[0]];
        expect(await stateOf(app, holder)).toBe(newState);
        expect(await auditOf(app, subjectOf(holder), "holder.stateChanged")).toMatchObject([
          { actor: { userId: who.id }, before: { state: "pendingKYC" }, after: { state: newState } },
        ]);
        const { name: winner } = await who.client.users.get({ params: { id: who.id } });
        for (const loser of reviewers)
          expect(await decisionAsReadBy(loser, holder)).toMatchObject({ by: { id: who.id, name: winner } });
        // The client is told once, with the words of the successful decision.
        const list =
          holderType === "user"
            ? await owner.client.notifications.listOfUser({ params: { id: owner.id } })
            : await owner.client.notifications.listOfCompanies({ params: { userId: owner.id } });
        expect(list.map(({ text }) => text)).toEqual([`By ${who.id}`]);
        expect(heard.all.filter((notified) => notified.name === "notification")).toHaveLength(1);
        expect(mails).toHaveLength(1);
      });
  });
