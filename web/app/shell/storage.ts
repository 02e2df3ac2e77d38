/** The browser's local storage under the specification's keys (section 9). Signing out clears all of them. */
const sessionKeys = [
  "profile",
  "token",
  "tokenExpiry",
  "companies",
  "activeCompany",
  "activeCompID",
  "portfolio",
  "instruments",
  "lastFetch",
  "rates",
  "selectedRate",
] as const;
type StoredKey = (typeof sessionKeys)[number];

/** Under it lies what was typed into a form and is not yet saved; another's to forget, like the rest. */
export const formKeyPrefix = "portico.form.";

const inBrowser = typeof localStorage !== "undefined";

/** What stands under a key, or undefined where nothing readable does. */
export function readStored(key: StoredKey): unknown {
  const text = inBrowser ? localStorage.getItem(key) : null;
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What makes the session itself. */
const ownKeys: readonly StoredKey[] = ["profile", "token", "tokenExpiry"];

/** Whether somebody is signed in in this browser, in whichever tab. */
const isSignedIn = (): boolean => localStorage.getItem("token") !== null;

/**
 * Keeps a value; undefined takes it out. After a sign-out nothing of the person is written any more: an answer that was still on its
 * way, or a store that follows the session, would leave it behind.
 * A full or closed storage loses the copy, not the page.
 */
export function writeStored(key: StoredKey, value: unknown): void {
  if (!inBrowser) return;
  try {
    if (value === undefined || !(ownKeys.includes(key) || isSignedIn())) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.warn(`The browser does not keep "${key}"`, error);
  }
}

/** Takes everything out that belongs to the person. */
export function clearStored(): void {
  for (const key of sessionKeys) writeStored(key, undefined);
  if (!inBrowser) return;
  for (const key of Object.keys(localStorage)) if (key.startsWith(formKeyPrefix)) localStorage.removeItem(key);
}

const draftPrefix = "portico.draft.";
const draftsOwner = "portico.drafts-of";

/** What lies typed and unsaved in this tab (use-draft.ts) is one person's: whoever else signs in finds none of it. */
export function keepDraftsOf(personId: number): void {
  if (!inBrowser) return;
  if (sessionStorage.getItem(draftsOwner) !== String(personId))
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(draftPrefix)) sessionStorage.removeItem(key);
  sessionStorage.setItem(draftsOwner, String(personId));
}
