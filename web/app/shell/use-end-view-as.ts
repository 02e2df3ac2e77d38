/** Leaves the client's view in this tab, and tells the server so. */
import { useApi } from "./api.tsx";
import { currentViewAs, setViewAs } from "./view-as.ts";

export function useEndViewAs(): () => void {
  const api = useApi();
  return () => {
    const view = currentViewAs();
    if (!view) return;
    setViewAs(null);
    api.staffDesk.endViewAs({ params: { viewAsId: view.id } }).catch(() => undefined);
  };
}
