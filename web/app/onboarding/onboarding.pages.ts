/** What onboarding adds to clients' pages; its own pages are those of forms and companies. */
import type { FramePart } from "../page-declaration.ts";

export const frame = [
  { place: "aboveClientPages", order: 10, file: "onboarding/kyc-alert.tsx" },
] as const satisfies readonly FramePart[];
