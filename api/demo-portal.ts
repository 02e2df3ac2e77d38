/** Looking at the portal with demo data, which are kept beside the firm's own until they are removed. */
import { z } from "zod";
import { anyone, defineEndpoints, staff } from "./endpoint.ts";
import { roles } from "./permissions.ts";
import { demoObstacles, demoPortfolios, demoStates } from "./rules/demo-portal.ts";
import { holderState, id, instant, language } from "./shapes.ts";
import { signedInAnswer } from "./sign-in.ts";

const current = z.object({
  id,
  state: z.enum(demoStates),
  loadedAt: instant,
  loadedBy: z.string(),
  /** In the words of the process that could not load it. */
  failure: z.string().nullable(),
  /** Address that shows the demo to whoever opens it; null until it is loaded. */
  link: z.url().nullable(),
});
export type CurrentDemo = z.infer<typeof current>;

const person = z.object({
  email: z.email(),
  name: z.string(),
  role: z.enum(roles),
  language,
  state: holderState,
  portfolio: z.enum(demoPortfolios),
});

export type DemoPerson = z.infer<typeof person>;

/** What the portal of the demo sent, which nobody else receives. */
const mail = z.object({ at: instant, to: z.string(), subject: z.string(), text: z.string() });

export const demoPortal = defineEndpoints({
  get: {
    method: "GET",
    path: "/staff/demo-portal",
    summary: "The demo that is on, and why none can be loaded now.",
    access: staff("admin"),
    answer: z.object({ current: current.nullable(), obstacles: z.array(z.enum(demoObstacles)) }),
  },
  load: {
    method: "POST",
    path: "/staff/demo-portal",
    summary: "Loads the demo beside an empty portal; stateConflict if something stands against it.",
    access: staff("admin"),
    body: z.strictObject({}),
    answer: z.object({ id }),
    notRepeatable: true,
  },
  remove: {
    method: "DELETE",
    path: "/staff/demo-portal/:id",
    summary: "Removes the demo with everything that was done in it.",
    access: staff("admin"),
    params: z.object({ id }),
    answer: z.object({ id }),
  },
  look: {
    method: "GET",
    path: "/demo",
    summary: "In the demo: its people, their password, and its newest mails. notFound in the firm's portal.",
    access: anyone,
    answer: z.object({ password: z.string(), people: z.array(person), mails: z.array(mail) }),
  },
  enter: {
    method: "POST",
    path: "/demo/enter",
    summary: "In the demo: signs in as one of its people. notFound in the firm's portal.",
    access: anyone,
    body: z.strictObject({ email: z.email() }),
    answer: signedInAnswer,
    notRepeatable: true,
  },
});
