/** What the server says to the draft as a whole: asked when a step is opened, at the last look also when an answer changes. */
import { type FormType, lastLook } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../shell/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import type { OpenDraft } from "./use-form-draft.ts";

export type FormCheck = ReturnType<typeof useFormCheck>;

export function useFormCheck({ holderType, holderId }: Holder, type: FormType, draft: OpenDraft, place: string) {
  const api = useApi();
  const { answers, flush } = draft;
  // An explanation changes nothing of what is checked.
  const steps = useMemo(
    () => (place === lastLook ? Object.entries(answers).filter(([step]) => step !== lastLook) : null),
    [answers, place],
  );
  const params = { holderType, holderId, type };
  return useCall(
    api.forms.check,
    { params },
    {
      variant: [place, steps],
      // What the server says is about what it has: everything typed goes there first.
      ask: async ({ signal }) => {
        await flush();
        return api.forms.check({ params, signal });
      },
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
  );
}
