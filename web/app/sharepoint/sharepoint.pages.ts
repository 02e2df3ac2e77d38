/** Pages of the shared folder. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  { side: "client", path: "documents/folder", file: "sharepoint/shared-folder.page.tsx", texts: ["documents"] },
  {
    side: "holder",
    path: "folder",
    file: "sharepoint/staff/holder-folder.page.tsx",
    texts: ["documents"],
    help: "shared-folder",
  },
] as const satisfies readonly Page[];
