/** Who may see and fill the folder shared with a holder. */
import type { Holder } from "@portico/api/shapes.ts";
import { staffVerdict, type Verdict } from "../../kernel/policy.ts";
import { hasLevel, isHolder, type Viewer } from "../../kernel/viewer.ts";

/** The holder and staff; for anybody else the folder does not exist. */
export const refusalToRead = (viewer: Viewer, holder: Holder): Verdict =>
  isHolder(viewer, holder) || hasLevel(viewer, "internal") ? null : "notFound";

/** The holder, and office. */
export const refusalToUpload = (viewer: Viewer, holder: Holder): Verdict =>
  refusalToRead(viewer, holder) ??
  (isHolder(viewer, holder) ? null : staffVerdict(viewer, { access: { kind: "staff", level: "office" } }));
