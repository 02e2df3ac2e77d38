/** The page that checks a contract. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  { side: "public", path: "verify-contract", file: "verification/verify-contract.page.tsx", texts: ["verification"] },
] as const satisfies readonly Page[];
