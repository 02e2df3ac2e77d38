/** A person who is signed in while a component is tested, as the browser stores it: all files share one page. */
import type { UserData } from "@portico/api/users.ts";
import { cleanup } from "vitest-browser-react/pure";
import { forgetSession, signIn } from "../session/session.ts";

const ivan: UserData = {
  id: 4,
  email: "ivan@test.example",
  name: "Ivan Petrov",
  phone: null,
  state: "postKYC",
  role: "client",
  client_number: "C-4",
  client_data: {},
  preferences: {},
  repCompanies: [],
  lastCompany: null,
  isOnlyDelegate: false,
  created_at: "2026-01-01T00:00:00.000Z",
  isValidated: true,
};

/** Before the component is shown; `signedOut` belongs after the test. */
export const signedIn = (more: Partial<UserData> = {}): Promise<void> =>
  signIn({
    userData: { ...ivan, ...more },
    token: "token",
    expiry: Date.now() / 1000 + 3600,
    deviceKey: btoa(String.fromCharCode(...new Uint8Array(32))),
  });

/** What was shown goes first: pages behind the guard need somebody. */
export async function signedOut(): Promise<void> {
  await cleanup();
  forgetSession({ onPurpose: true, keepsUnsent: false });
}
