/** Staff look at the portal as a client sees it. */
import { type Changes, nothing } from "../declaration.ts";

export const changes = { begin: nothing, end: nothing } satisfies Changes<"viewAs">;
