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

/** Under it lies through which client's eyes staff look in this tab. */
export const viewAsKey = "portico.viewAs";

const draftPrefix = "portico.draft.";
const tabOwner = "portico.drafts-of";
const isOfOwner = (key: string): boolean => key === viewAsKey || key.startsWith(draftPrefix);

/**
 * What this tab alone keeps (what was typed and is not saved, use-draft.ts; a look through a client's eyes) is one person's: whoever
 * else is signed in finds none of it. `adopt`: what lies there of nobody known is theirs.
 */
export function keepTabOf(personId: number, { adopt = false } = {}): void {
  if (!inBrowser) return;
  const owner = sessionStorage.getItem(tabOwner);
  if (owner !== String(personId) && !(adopt && owner === null))
    for (const key of Object.keys(sessionStorage)) if (isOfOwner(key)) sessionStorage.removeItem(key);
  sessionStorage.setItem(tabOwner, String(personId));
}
