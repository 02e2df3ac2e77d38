/** The process of the demo beside a portal (server/demo-portal/child.ts): a portal that is loaded, marked, and closed to the outside. */
import type { DemoOrder, DemoReport } from "../demo-portal/child.ts";
import { createLog } from "../kernel/logging.ts";
import { startFailure } from "../kernel/start-failure.ts";
import { startPortal } from "../portal.ts";
import { settlePorts } from "../ports.ts";
import { closeNetwork } from "./closed-network.ts";
import { demoPeople } from "./people.ts";
import { peopleOnTheWay } from "./people-on-the-way.ts";

closeNetwork();

let isLoaded = false;
// What a killed portal leaves half loaded is worth nothing; later, the portal ends in order by itself (stop.ts).
process.once("disconnect", () => {
  if (!isLoaded) process.exit(1);
});

const report = (told: DemoReport): void => void process.send?.(told);

async function run({ environment, password, brand, apiPort }: DemoOrder): Promise<void> {
  const config = await settlePorts(environment);
  const people = [...demoPeople, ...peopleOnTheWay].map(({ email, name, role, language, state, portfolio }) => ({
    email,
    name,
    role,
    language,
    state,
    portfolio,
  }));
  await startPortal(config, createLog(config), { demo: { password, people, brand, apiPort } });
  isLoaded = true;
  report({ ready: { pages: config.port, api: config.apiPort } });
}

process.once("message", (order) => {
  run(order as DemoOrder).catch((error: unknown) => {
    const { message } = startFailure(error);
    console.error(message);
    report({ failed: error instanceof Error ? error.message : String(error) });
    process.exit(1);
  });
});
