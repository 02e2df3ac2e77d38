/** False on the server and while its page comes to life: what only the browser knows is shown from then on. */
import { createContext, useContext } from "react";

export const HydratedContext = createContext(false);

export const useHydrated = (): boolean => useContext(HydratedContext);
