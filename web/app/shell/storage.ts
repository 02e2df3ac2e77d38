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

/** Prefix of input that the server does not have yet; encrypted when the session ends (sealed-input.ts). */
export const formKeyPrefix = "portico.form.";

const inBrowser = typeof localStorage !== "undefined";

/** The value under a key, or undefined if there is none or it is unreadable. */
export function readStored(key: StoredKey): unknown {
  const text = inBrowser ? localStorage.getItem(key) : null;
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The keys of the session itself. */
const ownKeys: readonly StoredKey[] = ["profile", "token", "tokenExpiry"];

/** Whether somebody is signed in in this browser, in any tab. */
const isSignedIn = (): boolean => inBrowser && localStorage.getItem("token") !== null;

/**
 * Stores a value; undefined removes it. After a sign-out nothing personal is written any more, such as a late answer or
 * a store that follows the session. If storage is full or blocked, only the copy is lost.
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

/** Prefix of when the person last looked at a list; encrypted with what is unsent. */
export const visitPrefix = "portico.looked.";
/** Written by an earlier version. */
const formerPrefix = "portico.seen.";

/** Removes everything of the session. What is unsent is another matter (sealed-input.ts). */
export function clearStored(): void {
  for (const key of sessionKeys) writeStored(key, undefined);
  for (const name of keptNames(formerPrefix)) localStorage.removeItem(name);
}

/** Unsent input under a name that begins with `formKeyPrefix`; null if there is none, or storage is blocked. */
export function readKept(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

/** Who is signed in in this browser, in any tab: whoever types now. */
export function currentWriter(): number | undefined {
  const profile = readStored("profile") as { id?: unknown } | null | undefined;
  return isSignedIn() && typeof profile?.id === "number" ? profile.id : undefined;
}

/**
 * Keeps unsent input, or removes it (null), for the person who typed it: what is written late, after they were signed
 * out, is dropped. If storage is full or blocked, only the copy is lost.
 */
export function writeKept(writer: number | undefined, name: string, value: string | null): void {
  if (writer === undefined || writer !== currentWriter()) return;
  try {
    if (value === null) localStorage.removeItem(name);
    else localStorage.setItem(name, value);
  } catch (error) {
    console.warn(`The browser does not keep "${name}"`, error);
  }
}

/** Names of unsent input that begin with this. */
export function keptNames(prefix: string = formKeyPrefix): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

/** Key of the view-as in this tab. */
export const viewAsKey = "portico.viewAs";

/** Key of the account that this tab acts for. */
export const tabAccountKey = "portico.account";

/** The company that this tab acts for, 0 for the person; null while it follows the browser's last choice. */
export function readTabAccount(): number | null {
  const value = inBrowser ? Number(sessionStorage.getItem(tabAccountKey) ?? Number.NaN) : Number.NaN;
  return Number.isInteger(value) ? value : null;
}

/** Stores a company's id, or null for the person, for this tab. */
export const writeTabAccount = (companyId: number | null): void =>
  sessionStorage.setItem(tabAccountKey, String(companyId ?? 0));

/** The tab follows the browser's last choice again. */
export function clearTabAccount(): void {
  if (inBrowser) sessionStorage.removeItem(tabAccountKey);
}

/** Prefix of unsaved input of this tab (ui/use-draft.ts). */
export const draftPrefix = "portico.draft.";
const tabOwner = "portico.drafts-of";
/** Keys of the page that a person wanted before signing in, and of whose it was, if their session ended there. */
export const wantedKey = "portico.wanted";
export const wantedByKey = "portico.wanted-by";
const isOfOwner = (key: string): boolean => key === viewAsKey || key === tabAccountKey || key.startsWith(draftPrefix);

/**
 * Data of this tab only (unsaved input, use-draft.ts; a view-as) belongs to one person and is removed for anybody else.
 * `adopt`: data without a known owner becomes theirs.
 */
export function claimTab(personId: number, { adopt = false } = {}): void {
  if (!inBrowser) return;
  const owner = sessionStorage.getItem(tabOwner);
  if (owner !== String(personId) && !(adopt && owner === null))
    for (const key of Object.keys(sessionStorage)) if (isOfOwner(key)) sessionStorage.removeItem(key);
  // Somebody else is not led to the page at which the session of the person before ended.
  const wantedBy = sessionStorage.getItem(wantedByKey) ?? "";
  if (wantedBy !== "" && wantedBy !== String(personId)) sessionStorage.removeItem(wantedKey);
  sessionStorage.setItem(tabOwner, String(personId));
}
