/** False on the server and while its page comes to life: what only the browser knows is shown from then on. */
import { useSyncExternalStore } from "react";

const never = () => () => undefined;

export const useHydrated = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
