/** Records that the holder opened a document that the firm added; not while staff look at the holder's pages. */
import type { DocumentRow } from "@portico/api/documents.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useCallback } from "react";
import { useApi } from "../shell/calls/api.tsx";

export function useOpened({ holderType, holderId }: Holder, { readOnly }: { readOnly: boolean }) {
  const api = useApi();
  return useCallback(
    ({ id, unread }: Pick<DocumentRow, "id" | "unread">) => {
      // The mark stays if the call fails, and the next opening is recorded instead.
      if (unread && !readOnly)
        api.documents.markOpened({ params: { holderType, holderId, docId: id }, body: {} }).catch(() => undefined);
    },
    [api, holderType, holderId, readOnly],
  );
}
