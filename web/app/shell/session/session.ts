/** Who is signed in, in this browser: in local storage, the same in every tab. The server checks each call itself. */
import type { UserData } from "@portico/api/users.ts";
import { claimTab, clearStored, clearTabAccount, readStored, writeStored } from "../storage.ts";
import { createStore, isSameJson, useStore } from "../store.ts";
import { adoptSeal, deleteInput, openInput, sealInput } from "../unsent/sealed-input.ts";

/** The person as stored in the browser: the answer's `isValidated` is not stored (docs/rules.md). */
export type Profile = Omit<UserData, "isValidated">;

function profileOf(answered: Profile & { isValidated?: boolean }): Profile {
  const profile = { ...answered };
  delete profile.isValidated;
  return profile;
}

export interface Session {
  profile: Profile;
  token: string;
  /** Epoch seconds. */
  expiry: number;
}

/** `undefined` until the browser has checked: on the server and while hydrating. */
type Known = Session | null | undefined;

let leftOnPurpose = false;

/** What every page relies on. Another program, or a person, may have written something else there. */
function isProfile(value: unknown): value is Profile {
  const { id, name, email, role, state, preferences, repCompanies } = (value ?? {}) as Record<keyof Profile, unknown>;
  return (
    Number.isInteger(id) &&
    [name, email, role, state].every((text) => typeof text === "string") &&
    typeof preferences === "object" &&
    preferences !== null &&
    Array.isArray(repCompanies)
  );
}

/** Null if any of it is missing or unreadable: the person signs in again. */
function stored(): Session | null {
  const profile = readStored("profile");
  const token = readStored("token");
  const expiry = readStored("tokenExpiry");
  return isProfile(profile) && typeof token === "string" && typeof expiry === "number"
    ? { profile: profileOf(profile), token, expiry }
    : null;
}

/** Who is signed in when the page loads. A new tab does not know them yet. */
function found(): Session | null {
  const session = stored();
  if (session) claimTab(session.profile.id, { adopt: true });
  return session;
}

const store = createStore<Known>(typeof window === "undefined" ? undefined : found());

/** Takes what another tab stored: it signed in or out, or changed the profile. */
function follow(): void {
  const now = stored();
  const before = store.get();
  if (now && before && now.profile.id !== before.profile.id) {
    // This tab was suspended while somebody else signed in: close the previous person's pages first, as when signing
    // out.
    void sealInput("tab");
    store.set(null);
    setTimeout(follow);
    return;
  }
  if (now) {
    leftOnPurpose = false;
    adoptSeal();
    claimTab(now.profile.id);
  } else void sealInput("tab");
  store.set(now);
}

if (typeof window !== "undefined") {
  addEventListener("storage", ({ key }) => {
    // null means that the other tab cleared everything.
    if (key === null || ["profile", "token", "tokenExpiry"].includes(key)) follow();
  });
  // A page that the browser kept as it was, and shows again by "back", has heard of nothing meanwhile.
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) follow();
  });
}

let last = store.get()?.profile.id;
store.subscribe(() => {
  last = store.get()?.profile.id ?? (leftOnPurpose ? undefined : last);
});

/** Whose session ended while this page was open, unless they signed out; or who is signed in. */
export const lastPerson = (): number | undefined => last;

/** The current session, outside of rendering. */
export const currentSession = (): Session | null => store.get() ?? null;

/** The session; null if nobody is signed in; undefined until hydrated. */
export const useSession = (): Known => useStore(store, undefined);

/** The profile of the person signed in; only for pages behind the guard. */
export function useProfile(): Profile {
  const session = useSession();
  if (!session) throw new Error("A page behind the guard was shown to nobody");
  return session.profile;
}

/** The answer of verify. */
export interface SignedIn {
  userData: UserData;
  token: string;
  expiry: number;
  deviceKey: string;
}

/** Stores the answer; nothing readable of the previous person remains. What this one left unsent is there again. */
export async function signIn({ userData, token, expiry, deviceKey }: SignedIn): Promise<void> {
  await sealInput("browser");
  clearStored();
  claimTab(userData.id);
  await openInput(userData.id, deviceKey);
  leftOnPurpose = false;
  const profile = profileOf(userData);
  writeStored("profile", profile);
  writeStored("tokenExpiry", expiry);
  writeStored("token", token);
  // They continue with their last active company; the list of companies shows if it is still theirs.
  writeStored("activeCompID", userData.lastCompany ?? undefined);
  clearTabAccount();
  store.set({ profile, token, expiry });
}

/** Stores a changed part of the profile. */
export function changeProfile(change: Partial<UserData>): void {
  const session = store.get();
  if (!session) return;
  const profile = profileOf({ ...session.profile, ...change });
  writeStored("profile", profile);
  // Every page renders with the session: an unchanged answer must not render them.
  if (!isSameJson(profile, session.profile)) store.set({ ...session, profile });
}

/** The person signs out in this tab, which alone says so. */
export function leaveOnPurpose(): void {
  leftOnPurpose = true;
}

/**
 * Removes the person from every tab of this browser. The logout call ends the session on the server. What is unsent is
 * kept for them alone, unless they chose to delete it.
 */
export function forgetSession({ onPurpose = false, keepsUnsent = true } = {}): void {
  leftOnPurpose = onPurpose;
  clearStored();
  void (keepsUnsent ? sealInput("browser") : deleteInput());
  store.set(null);
}

/** True once the person signs out: then there is no page to return to. */
export const hasLeftOnPurpose = (): boolean => leftOnPurpose;

/** Called when somebody signs in, out, or in as somebody else. */
export const onSessionChange = (listener: () => void): (() => void) => store.subscribe(listener);
