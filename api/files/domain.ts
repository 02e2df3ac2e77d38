/** Files of forms. */
import { type Changes, nothing } from "../declaration.ts";

export const changes = { upload: nothing, remove: nothing } satisfies Changes<"files">;
