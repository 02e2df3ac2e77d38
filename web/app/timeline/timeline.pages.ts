/** A holder's history. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  // The timeline names parts of forms.
  {
    side: "holder",
    path: "activity",
    file: "timeline/staff/holder-activity.page.tsx",
    texts: ["forms"],
    help: "clients",
    section: { order: 80, label: "admin.holder.section.activity", ofStaff: true },
  },
] as const satisfies readonly Page[];
