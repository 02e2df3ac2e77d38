/** The server's check of the whole draft: fetched when a step is opened, and in the final check also when an answer changes. */
import { type FormType, finalCheck } from "@portico/api/forms/forms.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { keepPreviousData } from "@tanstack/react-query";
import { useMemo } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import type { OpenDraft } from "./draft/use-form-draft.ts";

export type FormCheck = ReturnType<typeof useFormCheck>;

export function useFormCheck({ holderType, holderId }: Holder, type: FormType, draft: OpenDraft, place: string) {
  const api = useApi();
  const { answers, flush } = draft;
  // An explanation does not affect the check.
  const steps = useMemo(
    () => (place === finalCheck ? Object.entries(answers).filter(([step]) => step !== finalCheck) : null),
    [answers, place],
  );
  const params = { holderType, holderId, type };
  return useCall(
    api.forms.check,
    { params },
    {
      variant: [place, steps],
      // The server checks what it has, so pending input is sent first.
      ask: async ({ signal }) => {
        await flush();
        return api.forms.check({ params, signal });
      },
      placeholderData: keepPreviousData,
      gcTime: 0,
    },
  );
}
