/** What the server refuses of typed fields, by their path. */
import { ApiError } from "@portico/api/errors.ts";
import type { Translate } from "../../ui/text.tsx";

/** The text of the first fault at a path or below it. */
export const fieldFaults =
  (t: Translate, error: Error | null) =>
  (path: string): string | undefined => {
    const faults = error instanceof ApiError ? error.errors : [];
    const code = faults.find((one) => one.path === path || one.path.startsWith(`${path}.`))?.code;
    return code && t(`field.${code}`);
  };
