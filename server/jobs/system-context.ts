/** What services get of the world when the portal itself acts, in a job and for nobody's call. */
import type { Context, Services } from "../kernel/context.ts";

export const systemContext = (services: Services, job: string): Context => ({
  ...services,
  system: job,
  viewer: null,
  caller: { address: "", userAgent: "", requestId: "", isBrowser: false },
});
