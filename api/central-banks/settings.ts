/** Settings of central banks' rates. */
import { z } from "zod";
import { setting } from "../settings/declaration.ts";

/** Whether the portal asks the service of Narodowy Bank Polski by itself; off, nothing outside is needed. */
const nbpService = z.strictObject({ isOn: z.boolean() });

export const settings = { nbpService: setting(nbpService, () => ({ isOn: false })) };
