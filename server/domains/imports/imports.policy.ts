/** Who may do what with a file. */
import { type ImportPreview, imports } from "@portico/api/imports.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";

type Asking = Pick<Viewer, "role">;

/** Who may read a file, whatever it is. */
export const refusalToPreview = (viewer: Asking): Verdict => staffVerdict(viewer, imports.preview);

/** A file that was read and fits is written, dropped, and its quotes are accepted; one that is settled stays as it is. */
export const refusalTo = (
  viewer: Asking,
  action: "confirm" | "discard" | "acceptQuotes",
  { state }: Pick<ImportPreview, "state">,
): Verdict => staffVerdict(viewer, imports[action]) ?? (state === "previewed" ? null : "stateConflict");
