/** Who is signed in, in this browser: kept in local storage, alike in every tab. The server judges each call by itself. */
import type { UserData } from "@portico/api/users.ts";
import { clearStored, keepDraftsOf, readStored, writeStored } from "./storage.ts";
import { createStore, useStore } from "./store.ts";

/** The person as the browser keeps them: the answer's `isValidated` is not stored (specification 3). */
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

const store = createStore<Known>(typeof window === "undefined" ? undefined : stored());

if (typeof window !== "undefined")
  addEventListener("storage", (event) => {
    // Another tab signed in or out, or changed the profile; null means that it cleared everything.
    if (event.key === null || ["profile", "token", "tokenExpiry"].includes(event.key)) store.set(stored());
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
  keepDraftsOf(userData.id);
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
  store.set({ ...session, profile });
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
