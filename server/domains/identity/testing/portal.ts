/** A portal with a provider, for tests: saved, switched on, and browsers that sign in through it. */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import { expect } from "vitest";
import { createTestApp, type TestApp, type TestUser } from "../../../testing/app.ts";
import { type HttpCaller, httpCaller } from "../../sessions/testing/callers.ts";
import { startProvider, type TestProvider, testClient, visitProvider } from "./provider.ts";

export interface IdentityPortal {
  app: TestApp;
  provider: TestProvider;
  id: string;
  /** The emergency admin, and one who confirms. */
  admin: TestUser;
  other: TestUser;
  /** Stores the setting as two people would. */
  save(change?: Partial<IdentityProvider>, more?: readonly IdentityProvider[]): Promise<void>;
  browser(): HttpCaller;
  /** The whole way; the answer of the last call. */
  signIn(browser: HttpCaller, id?: string, atProvider?: Map<string, string>): ReturnType<HttpCaller["post"]>;
  close(): Promise<void>;
}

export const groups = [
  { group: "portal-staff", role: "internal" },
  { group: "portal-office", role: "office" },
  { group: "portal-admins", role: "admin" },
] as const;

export const aProvider = (id: string, issuer: string): IdentityProvider => ({
  id,
  name: "Firm account",
  isOn: true,
  issuer,
  clientId: testClient.clientId,
  groupsClaim: "groups",
  groups: [...groups],
  secondFactor: "claim",
  acrValues: [],
  creates: true,
  endsSession: true,
  scimTokens: [],
});

/** Proposed by one administrator and confirmed by the other, as a group that makes administrators demands. */
export async function saveIdentity(
  { admin, other }: { admin: TestUser; other: TestUser },
  data: unknown,
): Promise<void> {
  const { proposalId } = await admin.client.settings.save({
    params: { name: "identity" },
    body: { data, reason: "Connect the firm's accounts" },
  });
  if (proposalId !== null)
    await other.client.proposals.decide({ params: { proposalId }, body: { decision: "confirm" } });
}

export async function startIdentityPortal(): Promise<IdentityPortal> {
  const app = await createTestApp({ insideAddresses: ["127.0.0.1", "::1"] });
  const provider = await startProvider(`${app.services.config.publicUrl}/identity/return`);
  const [admin, other] = [await app.as("admin"), await app.as("admin")];
  const id = crypto.randomUUID();
  const base = aProvider(id, provider.issuer);
  const portal: IdentityPortal = {
    app,
    provider,
    id,
    admin,
    other,
    save: (change = {}, more = []) =>
      saveIdentity(portal, { providers: [{ ...base, ...change }, ...more], emergency: [admin.id] }),
    browser: () => httpCaller(app.app, { isBrowser: true }),
    async signIn(browser, to = id, atProvider) {
      const begun = await browser.post("/identity/sign-in", { provider: to });
      expect(begun.status).toBe(200);
      const params = await visitProvider(String(begun.body["url"]), atProvider);
      return browser.post("/identity/sign-in/finish", { params });
    },
    async close() {
      await provider.close();
      await app.close();
    },
  };
  await portal.save();
  await admin.client.identity.saveSecret({ body: { provider: id, secret: testClient.secret } });
  return portal;
}
