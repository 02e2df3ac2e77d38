/** False on the server and while hydrating: what only the browser knows is shown afterwards. */
import { createContext, useContext } from "react";

export const HydratedContext = createContext(false);

export const useHydrated = (): boolean => useContext(HydratedContext);
