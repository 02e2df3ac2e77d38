/** The whole portal as by `npm start`, with one plain page instead of the built ones, for tests that stop its process. */
import { start } from "../start.ts";

await start(async () => ({
  renderer: { render: async () => new Response("page") },
  clientFolder: "/there-is-no-such-folder",
}));
