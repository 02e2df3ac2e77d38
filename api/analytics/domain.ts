/** Sign-ins of all people. */
import { type Changes, nothing } from "../declaration.ts";

export const changes = { recordSignIn: nothing, fetch: nothing, exportRows: nothing } satisfies Changes<"analytics">;
