/** A test of an identity provider leads away from the portal and back: by its `state` this tab knows that it is one. */
const key = "portico.identity-test";

const stateOf = (search: string): string | null => new URLSearchParams(search).get("state");

/** Remembers the test that begins at this address of the provider. */
export function rememberTest(url: string): void {
  sessionStorage.setItem(key, stateOf(new URL(url).search) ?? "");
}

/** Whether the browser came back from the test that this tab began. */
export function isTestOf(search: string): boolean {
  const state = stateOf(search);
  return state !== null && state === sessionStorage.getItem(key);
}

export const forgetTest = (): void => sessionStorage.removeItem(key);
