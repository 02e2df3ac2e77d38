/** Each kind of change that can be proposed, with how it is requested and observed. */
import type { TestApp, TestUser } from "../../../testing/app.ts";

/** Participants: two who may propose and confirm each kind of change, and others. */
export type Staff = Record<"internal" | "office" | "secondOffice" | "admin" | "second" | "third", TestUser>;

export interface Kind {
  /** Requests the change; returns the proposal's id, or null if applied at once. */
  ask(who: TestUser, client: TestUser): Promise<number | null>;
  /** Another change of the same value meanwhile. */
  meanwhile(app: TestApp, client: TestUser): Promise<unknown>;
  /** The current value. */
  current(app: TestApp, client: TestUser): Promise<unknown>;
  before: unknown;
  after: unknown;
  proposer: keyof Staff;
  confirmer: keyof Staff;
  /** The audit action of the change itself. */
  action: string;
}

const reason = "Agreed with the client";

export const rowOf = ({ database }: TestApp, { id }: TestUser) =>
  database.db.selectFrom("app_user").select(["role", "state"]).where("id", "=", id).executeTakeFirstOrThrow();

export const kinds: Record<string, Kind> = {
  "a role": {
    ask: async (who, { id }) =>
      (await who.client.users.setRole({ params: { id }, body: { role: "office", reason } })).proposalId,
    meanwhile: ({ database }, { id }) =>
      database.db.updateTable("app_user").set({ role: "internal" }).where("id", "=", id).execute(),
    current: async (app, client) => (await rowOf(app, client)).role,
    before: "client",
    after: "office",
    proposer: "admin",
    confirmer: "second",
    action: "user.roleSet",
  },
  "a client number": {
    ask: async (who, { id }) =>
      (await who.client.users.setClientNumber({ params: { id }, body: { clientNumber: `N-${id}`, reason } }))
        .proposalId,
    meanwhile: ({ database }, { id }) =>
      database.db
        .insertInto("holder_account")
        .values({ holder_type: "user", holder_id: id, client_number: `M-${id}` })
        .execute(),
    current: async (_, { id, client }) =>
      (await client.users.getState({ params: { id } })).client_number?.replace(String(id), "id") ?? null,
    before: null,
    after: "N-id",
    proposer: "office",
    confirmer: "secondOffice",
    action: "holder.clientNumberSet",
  },
  "the disabling": {
    ask: async (who, { id }) =>
      (await who.client.users.modifyState({ params: { id }, body: { newState: "disabled", reason } })).proposalId,
    meanwhile: ({ database }, { id }) =>
      database.db.updateTable("app_user").set({ state: "pendingReKYC" }).where("id", "=", id).execute(),
    current: async (app, client) => (await rowOf(app, client)).state,
    before: "postKYC",
    after: "disabled",
    proposer: "admin",
    confirmer: "second",
    action: "holder.stateChanged",
  },
};
