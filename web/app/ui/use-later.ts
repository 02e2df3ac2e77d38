/** What may follow the first view of a page in a rendering of its own, so that the rest is painted before. */
import { useDeferredValue } from "react";

/** False in the first rendering of the component, true afterwards. */
export const useLater = (): boolean => useDeferredValue(true, false);
