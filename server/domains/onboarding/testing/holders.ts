/** Holders in a given state, reached as in the portal: with submission, decision and draft. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import type { TestApp, TestUser } from "../../../testing/app.ts";
import { arrangeSubmission } from "../../forms/testing/submissions.ts";

export interface ArrangedHolder {
  holder: Holder;
  /** The person, or the company's creator. */
  owner: TestUser;
}

export interface Reviewers {
  office: TestUser;
  admin: TestUser;
}

type Change = { newState: HolderState; reason?: string };

/** Requests a state, of a person or a company. */
export const ask = (who: TestUser, { holderType, holderId }: Holder, body: Change & { clientNumber?: string }) =>
  who.client[holderType === "user" ? "users" : "companies"].modifyState({ params: { id: holderId }, body });

/** The state of a holder in its row. */
export const stateOf = async ({ database }: TestApp, { holderType, holderId }: Holder): Promise<HolderState> => {
  const row = await database.db
    .selectFrom(holderType === "user" ? "app_user" : "company")
    .select("state")
    .where("id", "=", holderId)
    .executeTakeFirstOrThrow();
  return row.state as HolderState;
};

const submit = (app: TestApp, { holder, owner }: ArrangedHolder) =>
  arrangeSubmission(app, holder, { by: owner.id, formData: { identity: { first: "Ivan" } } });

async function begin(app: TestApp, holderType: Holder["holderType"]): Promise<ArrangedHolder> {
  const owner = await app.as("client", { state: "preKYC" });
  if (holderType === "user") return { owner, holder: { holderType, holderId: owner.id } };
  const { id } = await owner.client.companies.create({ params: { userId: owner.id }, body: {} });
  return { owner, holder: { holderType, holderId: id } };
}

/** A submitted renewal: state and queue entry. */
async function submitRenewal(app: TestApp, arranged: ArrangedHolder): Promise<void> {
  const { holder, owner } = arranged;
  await ask(owner, holder, { newState: "pendingReKYC" });
  await app.database.db
    .deleteFrom("form_draft")
    .where("holder_type", "=", holder.holderType)
    .where("holder_id", "=", holder.holderId)
    .execute();
  await submit(app, arranged);
  await app.database.db
    .updateTable(holder.holderType === "user" ? "app_user" : "company")
    .set({ state: "pendingReKYC" })
    .where("id", "=", holder.holderId)
    .execute();
}

/** A new holder in the state. A disabled one was an approved client before. */
export async function arrangeHolder(
  app: TestApp,
  { office, admin }: Reviewers,
  holderType: Holder["holderType"],
  state: HolderState,
): Promise<ArrangedHolder> {
  const arranged = await begin(app, holderType);
  const { holder } = arranged;
  if (state === "preKYC") return arranged;
  await submit(app, arranged);
  if (state === "pendingKYC") return arranged;
  if (state === "returnedKYC" || state === "rejected") {
    await ask(office, holder, { newState: state, reason: "Arranged" });
    return arranged;
  }
  await ask(office, holder, { newState: "postKYC" });
  if (state === "pendingReKYC") await submitRenewal(app, arranged);
  if (state === "disabled") await ask(admin, holder, { newState: "disabled" });
  return arranged;
}
