/** Settings of what a second person confirms. */
import { z } from "zod";
import { setting } from "../settings/declaration.ts";

/** Role, client number and disabling need a second member of staff; while on, there must be two active admins. */
export const fourEyes = z.strictObject({ on: z.boolean() });

export const settings = { fourEyes: setting(fourEyes, () => ({ on: false })) };
