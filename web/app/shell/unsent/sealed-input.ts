/**
 * Unsent input outlasts the session: when it ends, what the person typed is encrypted with a key of theirs, which the
 * server gives back at their next sign-in. Meanwhile nobody can read it in this browser's storage.
 */
import { draftPrefix, keptNames, visitPrefix } from "../storage.ts";

/** The key of the person signed in, and whose it is. */
interface Seal {
  user: number;
  /** AES-256 in base64. */
  key: string;
}

/** Unsent input by its name: for every tab, and of the tab that encrypted it. */
interface Input {
  local: Record<string, string>;
  tab: Record<string, string>;
}

const sealName = "portico.seal";
const sealedPrefix = (user: number): string => `portico.sealed.${user}.`;
const nonceBytes = 12;

const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (char) => char.charCodeAt(0));
const base64Of = (bytes: Uint8Array): string => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));

async function importCipher({ user, key }: Seal, nonce: Uint8Array<ArrayBuffer>) {
  const imported = await crypto.subtle.importKey("raw", bytesOf(key), "AES-GCM", false, ["encrypt", "decrypt"]);
  return {
    imported,
    algorithm: { name: "AES-GCM", iv: nonce, additionalData: new TextEncoder().encode(`user ${user}`) },
  };
}

async function encrypt(seal: Seal, input: Input): Promise<string> {
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes));
  const { imported, algorithm } = await importCipher(seal, nonce);
  const content = new TextEncoder().encode(JSON.stringify(input));
  const sealed = new Uint8Array(await crypto.subtle.encrypt(algorithm, imported, content));
  return base64Of(new Uint8Array([...nonce, ...sealed]));
}

async function decrypt(seal: Seal, sealed: string): Promise<Input> {
  const bytes = bytesOf(sealed);
  const { imported, algorithm } = await importCipher(seal, bytes.slice(0, nonceBytes));
  const content = await crypto.subtle.decrypt(algorithm, imported, bytes.slice(nonceBytes));
  return JSON.parse(new TextDecoder().decode(content)) as Input;
}

function storedSeal(): Seal | undefined {
  try {
    return (JSON.parse(localStorage.getItem(sealName) ?? "null") as Seal | null) ?? undefined;
  } catch {
    return undefined;
  }
}

/** As this tab knows it: somebody may have signed out, or in, in another one. */
let known: Seal | undefined;

/** Takes the key of who is signed in in another tab, or was when the page was loaded. */
export function adoptSeal(): void {
  known = storedSeal() ?? known;
}

/** Whether unsent input outlasts this session: not where the page is not served securely. */
export const canSeal = (): boolean => known !== undefined && globalThis.crypto?.subtle !== undefined;

const entriesOf = (storage: Storage, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map((name) => [name, storage.getItem(name) ?? ""]));
const removeAll = (storage: Storage, names: readonly string[]): void => {
  for (const name of names) storage.removeItem(name);
};
const localNames = (): string[] => [...keptNames(), ...keptNames(visitPrefix)];
const draftNames = (): string[] => Object.keys(sessionStorage).filter((name) => name.startsWith(draftPrefix));

let working: Promise<void> = Promise.resolve();

async function sealNow(seal: Seal, input: Input): Promise<void> {
  const names = { local: Object.keys(input.local), tab: Object.keys(input.tab) };
  const isAnything = names.local.length + names.tab.length > 0;
  const sealed = isAnything ? await encrypt(seal, input) : undefined;
  // In one task: none of it is lost or readable if the page is closed now.
  removeAll(localStorage, names.local);
  removeAll(sessionStorage, names.tab);
  const name = `${sealedPrefix(seal.user)}${Date.now()}.${crypto.randomUUID()}`;
  if (sealed !== undefined) localStorage.setItem(name, sealed);
}

/**
 * Encrypts what is unsent when a session ends. `tab`: it ended in another tab, which sees to what all tabs share; this one
 * has drafts of its own. Without a key, as where the page is not served securely, what all tabs share is removed. What is
 * there now counts: it is read before this returns.
 */
export function sealInput(scope: "browser" | "tab"): Promise<void> {
  if (typeof localStorage === "undefined") return working;
  if (scope === "browser") adoptSeal();
  const seal = canSeal() ? known : undefined;
  known = undefined;
  const local = scope === "browser" ? entriesOf(localStorage, localNames()) : {};
  if (!seal) removeAll(localStorage, Object.keys(local));
  else {
    const input = { local, tab: entriesOf(sessionStorage, draftNames()) };
    working = working
      .then(() => sealNow(seal, input))
      .catch((error: unknown) => console.warn("The browser does not keep unsent input", error));
  }
  if (scope === "browser")
    working = working.then(() => {
      if (storedSeal()?.user === seal?.user) localStorage.removeItem(sealName);
    });
  return working;
}

/** Deletes what is unsent: the person does not want it to be kept. */
export function deleteInput(): void {
  known = undefined;
  removeAll(localStorage, [...localNames(), sealName]);
  removeAll(sessionStorage, draftNames());
}

/** Takes the person's key, and puts back what they left unsent. Of two inputs of one name, the later one counts. */
export async function openInput(user: number, key: string): Promise<void> {
  await working;
  known = { user, key };
  if (!canSeal()) return;
  const seal = known;
  try {
    localStorage.setItem(sealName, JSON.stringify(seal));
  } catch (error) {
    return console.warn("Unsent input cannot be read", error);
  }
  // One that cannot be read stays: another portal at this address, as the demo's, may have somebody of the same number.
  for (const name of keptNames(sealedPrefix(user)).toSorted())
    await restore(seal, name).catch((error: unknown) => console.warn("Unsent input cannot be read", error));
}

async function restore(seal: Seal, name: string): Promise<void> {
  const { local, tab } = await decrypt(seal, localStorage.getItem(name) ?? "");
  for (const [one, value] of Object.entries(local)) localStorage.setItem(one, value);
  for (const [one, value] of Object.entries(tab)) sessionStorage.setItem(one, value);
  localStorage.removeItem(name);
}

if (typeof window !== "undefined") {
  adoptSeal();
  // The page in which the session ended was closed before it was done.
  if (localStorage.getItem("token") === null && localNames().length > 0) void sealInput("browser");
}
