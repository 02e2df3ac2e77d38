/** Previews of scans added while the form is open, by file id: shown again with their step. */
import { useEffect, useState } from "react";

export function usePreviews(): Map<number, string> {
  const [previews] = useState(() => new Map<number, string>());
  useEffect(
    () => () => {
      for (const address of previews.values()) URL.revokeObjectURL(address);
      previews.clear();
    },
    [previews],
  );
  return previews;
}
