/** The address awaiting its code, so that a reload does not lose it; deleted with the tab. */
import { createStore, useStore } from "../shell/store.ts";

const key = "portico.pendingEmail";
const store = createStore<string | null>(typeof window === "undefined" ? null : sessionStorage.getItem(key));

/** null on the server and while hydrating. */
export const usePendingEmail = (): string | null => useStore(store, null);

export function storePendingEmail(email: string): void {
  sessionStorage.setItem(key, email);
  store.set(email);
}
export function forgetPendingEmail(): void {
  sessionStorage.removeItem(key);
  store.set(null);
}
