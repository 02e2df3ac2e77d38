/** Input of a dialog, kept on this device until it is sent: over other pages, reloads and the end of the session. */
import { useState } from "react";
import { currentWriter, formKeyPrefix, readKept, writeKept } from "../storage.ts";

/** What was last sent, and under which key: the same sent again is no second request. */
export interface SentOnce {
  key: string;
  content: string;
}
interface Kept<Draft> {
  draft?: Draft | undefined;
  sent?: SentOnce | undefined;
}

function read<Draft extends object>(name: string, empty: Draft): Kept<Draft> {
  try {
    const kept = JSON.parse(readKept(name) ?? "{}") as Kept<Draft>;
    return kept.draft ? { ...kept, draft: { ...empty, ...kept.draft } } : {};
  } catch {
    // Not written by this version: nothing is kept.
    return {};
  }
}

/** `isTyped`: whether there is anything to keep in a draft. */
export function useKeptDraft<Draft extends object>(about: string, empty: Draft, isTyped: (draft: Draft) => boolean) {
  const name = `${formKeyPrefix}${about}`;
  const [kept, setKept] = useState(() => read(name, empty));
  const change = (part: Kept<Draft>) =>
    setKept((before) => {
      const after = { ...before, ...part };
      writeKept(currentWriter(), name, after.draft && isTyped(after.draft) ? JSON.stringify(after) : null);
      return after;
    });
  return {
    draft: kept.draft,
    sent: kept.sent,
    setDraft: (draft: Draft) => change({ draft }),
    setSent: (sent: SentOnce | undefined) => change({ sent }),
    clear: () => change({ draft: undefined, sent: undefined }),
  };
}
