/** Pictures of the scans that were added while the form is open, by the file's id: shown again when their step is. */
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
