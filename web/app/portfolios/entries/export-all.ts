/** Fetches all rows of a range for an export, with progress. */
import { useState } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { alert } from "../../shell/dialogs/alert.ts";
import { useText } from "../../ui/text.tsx";

export function useExportAll<Row>(fetchAll: (onProgress: (rows: number) => void) => Promise<Row[]>) {
  const t = useText();
  const [fetched, setFetched] = useState<number>();
  async function exportRows(): Promise<Row[]> {
    setFetched(0);
    try {
      return await fetchAll(setFetched);
    } catch (error) {
      alert.error(errorText(t, error));
      throw error;
    } finally {
      setFetched(undefined);
    }
  }
  const progress = fetched === undefined ? undefined : t("portfolios.entry.collecting", { count: fetched });
  return { exportRows, progress };
}
