/** What staff may do about shares in companies. */
import { ownership } from "@portico/api/ownership.ts";
import type { Verdict } from "../../kernel/policy.ts";
import type { Viewer } from "../../kernel/viewer.ts";
import { refusalToDecide } from "../holders/holders.policy.ts";

/** Nobody confirms shares of a company that they act for. */
export const refusalToConfirm = (viewer: Viewer, companyId: number): Verdict =>
  refusalToDecide(viewer, ownership.confirm, { holderType: "company", holderId: companyId });
