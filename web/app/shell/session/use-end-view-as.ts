/** Ends the view-as in this tab, and on the server. */
import { useApi } from "../calls/api.tsx";
import { currentViewAs, setViewAs } from "./view-as.ts";

export function useEndViewAs(): () => void {
  const api = useApi();
  return () => {
    const view = currentViewAs();
    if (!view) return;
    setViewAs(null);
    api.viewAs.end({ params: { viewAsId: view.id } }).catch(() => undefined);
  };
}
