/** A portal with a member of staff who imports, and clients with their own accounts. */
import type { Performance, Portfolio, Proof, ProvableFigure, TransactionRow } from "@portico/api/portfolios.ts";
import { afterAll, beforeAll } from "vitest";
import { createTestApp, type TestUser } from "../../../testing/app.ts";
import { computeDailyValues } from "../../portfolios/performance/daily-values.ts";
import { type Held, heldBy, type TestApp } from "./uploads.ts";

/** A client with an account, and what they see of it. */
export interface FirmClient {
  account: string;
  id: number;
  user: TestUser;
  portfolio: () => Promise<Portfolio>;
  performance: (from: string, to: string) => Promise<Performance>;
  proof: (figure: ProvableFigure, query?: { key?: string; from?: string; to?: string }) => Promise<Proof>;
  /** All transactions, newest first. */
  transactions: () => Promise<TransactionRow[]>;
  /** Runs the job of the daily values. */
  settle: () => Promise<void>;
}

export interface Firm {
  portal: TestApp;
  staff: TestUser;
  /** A client with an account of their own, in euro by default. */
  client: (baseCurrency?: string) => Promise<FirmClient>;
  held: (id: number) => Promise<Held>;
}

/** For the tests of one file; accounts begin with the prefix. Available once the tests run. */
export function createFirm(prefix: string): Firm {
  let made = 0;
  const firm = {
    client: async (baseCurrency = "EUR") => {
      const account = `${prefix}${++made}`;
      const user = await firm.portal.as("client", { clientNumber: account });
      const params = { holderType: "user" as const, holderId: user.id };
      await firm.portal.services.db
        .updateTable("holder_account")
        .set({ base_currency: baseCurrency })
        .where("client_number", "=", account)
        .execute();
      return {
        account,
        id: user.id,
        user,
        portfolio: () => user.client.portfolios.getPortfolio({ params }),
        performance: (from, to) =>
          user.client.portfolios.getPerformance({ params: { ...params, from, to }, query: {} }),
        proof: (figure, query = {}) => user.client.portfolios.getProof({ params: { ...params, figure }, query }),
        transactions: async () =>
          (
            await user.client.portfolios.listTransactions({
              params: { ...params, from: "1900-01-01", to: "2100-01-01" },
              query: { limit: 200 },
            })
          ).transactions,
        settle: () => computeDailyValues(firm.portal.services, params),
      };
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
