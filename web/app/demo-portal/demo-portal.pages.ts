/** The page that the demo beside a portal begins with. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  { side: "landing", path: "demo", file: "demo-portal/look.page.tsx", texts: ["demo"] },
] as const satisfies readonly Page[];
