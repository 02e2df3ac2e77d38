/** A portal with a member of staff who imports, and clients with their own accounts. */
import { afterAll, beforeAll } from "vitest";
import { createTestApp, type TestUser } from "../../../testing/app.ts";
import { type Held, heldBy, type TestApp } from "./uploads.ts";

export interface Firm {
  portal: TestApp;
  staff: TestUser;
  /** A client with an account of their own. */
  client: () => Promise<{ account: string; id: number; user: TestUser }>;
  held: (id: number) => Promise<Held>;
}

/** For the tests of one file; accounts begin with the prefix. Available once the tests run. */
export function createFirm(prefix: string): Firm {
  let made = 0;
  const firm = {
    client: async () => {
      const account = `${prefix}${++made}`;
      const user = await firm.portal.as("client", { clientNumber: account });
      return { account, id: user.id, user };
    },
    held: (id) => heldBy(firm.portal.services.db, id),
  } as Firm;
  beforeAll(async () => {
    firm.portal = await createTestApp();
    firm.staff = await firm.portal.as("office");
  });
  afterAll(() => firm.portal.close());
  return firm;
}
