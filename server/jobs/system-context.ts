/** The service context of jobs, in which the portal itself acts without a caller. */
import type { Context, Services } from "../kernel/context.ts";

export const systemContext = (services: Services, job: string): Context => ({
  ...services,
  system: job,
  viewer: null,
  caller: { address: "", userAgent: "", requestId: "", isBrowser: false },
});
