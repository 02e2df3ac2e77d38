/** Who is signed in, in this browser: kept in local storage, alike in every tab. The server judges each call by itself. */
import type { UserData } from "@portico/api/users.ts";
import { clearStored, keepTabOf, readStored, writeStored } from "./storage.ts";
import { createStore, isSameJson, useStore } from "./store.ts";

/** The person as the browser keeps them: the answer's `isValidated` is not stored (docs/rules.md). */
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

/** `undefined` until the browser has looked: on the server and while hydrating. */
type Known = Session | null | undefined;

function stored(): Session | null {
  const profile = readStored("profile");
  const token = readStored("token");
  const expiry = readStored("tokenExpiry");
  const complete =
    typeof profile === "object" && profile !== null && typeof token === "string" && typeof expiry === "number";
  return complete ? { profile: profileOf(profile as Profile), token, expiry } : null;
}

/** Whom the page finds signed in when it is loaded. A tab that was opened by its address has not heard of them before. */
function found(): Session | null {
  const session = stored();
  if (session) keepTabOf(session.profile.id, { adopt: true });
  return session;
}

const store = createStore<Known>(typeof window === "undefined" ? undefined : found());

/** Takes what another tab stored: it signed in or out, or changed the profile. */
function follow(): void {
  const now = stored();
  const before = store.get();
  if (now && before && now.profile.id !== before.profile.id) {
    // This tab slept while somebody else signed in: the pages of the one before close first, as at signing out.
    store.set(null);
    setTimeout(follow);
    return;
  }
  if (now) keepTabOf(now.profile.id);
  store.set(now);
}

if (typeof window !== "undefined")
  addEventListener("storage", ({ key }) => {
    // null means that the other tab cleared everything.
    if (key === null || ["profile", "token", "tokenExpiry"].includes(key)) follow();
  });

/** The session as it is now, outside of rendering. */
export const currentSession = (): Session | null => store.get() ?? null;

/** The session; null where nobody is signed in; undefined until hydrated. */
export const useSession = (): Known => useStore(store, undefined);

/** The profile of the person signed in; for pages behind the guard alone. */
export function useProfile(): Profile {
  const session = useSession();
  if (!session) throw new Error("A page behind the guard was shown to nobody");
  return session.profile;
}

/** Takes what verify answered; nothing of whoever was signed in before remains. */
export function signIn({ userData, token, expiry }: { userData: UserData; token: string; expiry: number }): void {
  clearStored();
  keepTabOf(userData.id);
  const profile = profileOf(userData);
  writeStored("profile", profile);
  writeStored("tokenExpiry", expiry);
  writeStored("token", token);
  // They go on with the company that they acted for last; whether it still is theirs, the list of companies will tell.
  writeStored("activeCompID", userData.lastCompany ?? undefined);
  store.set({ profile, token, expiry });
}

/** Keeps a changed part of the profile. */
export function changeProfile(change: Partial<UserData>): void {
  const session = store.get();
  if (!session) return;
  const profile = profileOf({ ...session.profile, ...change });
  writeStored("profile", profile);
  // Every page follows the session: the same answer again is no reason to render them anew.
  if (!isSameJson(profile, session.profile)) store.set({ ...session, profile });
}

let leftOnPurpose = false;

/** Forgets the person in every tab of this browser. Ending the session on the server is the logout call's work. */
export function forgetSession({ onPurpose = false } = {}): void {
  leftOnPurpose = onPurpose;
  clearStored();
  store.set(null);
}

/** True after the person signed out: then there is no page to come back to. */
export const hasLeftOnPurpose = (): boolean => leftOnPurpose;

/** Called when someone signs in, out, or in as someone else. */
export const onSessionChange = (listener: () => void): (() => void) => store.subscribe(listener);
