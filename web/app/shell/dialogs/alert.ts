/** The alert (snackbar): empty, then error, success or warning, and empty again when closed or after five seconds. */
import { createStore, useStore } from "../store.ts";

const alertTypes = ["error", "success", "warning"] as const;
export type AlertType = (typeof alertTypes)[number];
interface Alert {
  type: AlertType;
  text: string;
}

export const alertMilliseconds = 5000;

const store = createStore<Alert | null>(null);

/** Shows a message, replacing the previous one: `alert.success(t("…"))`. */
export const alert = {
  error: (text: string) => store.set({ type: "error", text }),
  success: (text: string) => store.set({ type: "success", text }),
  warning: (text: string) => store.set({ type: "warning", text }),
  clear: () => store.set(null),
};

export const useAlert = (): Alert | null => useStore(store, null);
