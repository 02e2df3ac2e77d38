/** Pages of one browser, without a document: their modules and what the browser stores. */
import { afterAll, beforeEach, vi } from "vitest";

export const stored = new Map<string, string>();
export const storedInTab = new Map<string, string>();
/** Like a browser's storage: its keys are its own properties. */
const storageIn = (entries: Map<string, string>) =>
  new Proxy(
    {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    },
    { ownKeys: () => [...entries.keys()], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }) },
  );

export const profile = {
  id: 7,
  email: "ana@bank.bg",
  name: "Ana",
  state: "postKYC",
  role: "client",
  preferences: {},
  repCompanies: [],
  lastCompany: 3,
  isValidated: true,
};
export const company = {
  id: 3,
  name: "Oak",
  state: "postKYC",
  client_number: null,
  created_at: "2026-01-01T00:00:00Z",
};

/** The modules of a freshly loaded page. `hear` tells the page that another tab stored something. */
export async function freshPage() {
  vi.resetModules();
  const listeners: ((event: { key: string | null }) => void)[] = [];
  vi.stubGlobal("localStorage", storageIn(stored));
  vi.stubGlobal("sessionStorage", storageIn(storedInTab));
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", (_: string, listener: (typeof listeners)[number]) => listeners.push(listener));
  return {
    ...(await import("../session/session.ts")),
    ...(await import("../session/active-holder.ts")),
    ...(await import("../storage.ts")),
    ...(await import("../session/view-as.ts")),
    ...(await import("../dialogs/confirmation.ts")),
    hear: (key: string | null) => {
      for (const listener of listeners) listener({ key });
    },
  };
}

/** Another tab of this browser signs somebody in, or out. */
export function elsewhere(signedIn: { id: number } | null): void {
  stored.clear();
  if (!signedIn) return;
  for (const [key, value] of Object.entries({ profile: { ...profile, ...signedIn }, tokenExpiry: 9, token: "e" }))
    stored.set(key, JSON.stringify(value));
}

/** Of each person another one. */
const deviceKeyOf = (id: number): string => Buffer.alloc(32, id).toString("base64");
export const entered = (userData: { id: number }, token: string) => ({
  userData: userData as never,
  token,
  expiry: 9,
  deviceKey: deviceKeyOf(userData.id),
});

beforeEach(() => {
  stored.clear();
  storedInTab.clear();
});
// Test files share their worker's globals and modules.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});
