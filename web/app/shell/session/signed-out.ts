/** Which sign-out of this tab a provider sends the browser back from. */
const key = "portico.signed-out";

/** `url`: of the provider, with the `state` that comes back. */
export function rememberSignOut(url: string): void {
  sessionStorage.setItem(key, new URL(url).searchParams.get("state") ?? "");
}

/** Whether the query of the page belongs to it. */
export function isSignOutOf(search: string): boolean {
  const state = new URLSearchParams(search).get("state");
  return state !== null && state !== "" && sessionStorage.getItem(key) === state;
}
