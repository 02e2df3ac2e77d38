/** Pages of signing in. */
import type { Page } from "../page-declaration.ts";

export const pages = [
  { side: "landing", path: "login", file: "sessions/login.page.tsx" },
  { side: "landing", path: "identity/return", file: "sessions/provider-return.page.tsx" },
  { side: "landing", path: "identity/signed-out", file: "sessions/signed-out.page.tsx" },
  { side: "landing", path: "register", file: "sessions/register.page.tsx" },
  { side: "landing", path: "verify", file: "sessions/verify.page.tsx" },
  { side: "landing", path: "reset", file: "sessions/reset-request.page.tsx" },
  { side: "landing", path: "reset/:user", file: "sessions/reset.page.tsx", examples: ["/reset/nobody%40mail.example"] },
] as const satisfies readonly Page[];
