/** The portal's whole process but for its pages, on the settings of the environment; scripts kill it. */
import { start } from "../server/start.ts";

await start(async () => ({ renderer: { render: async () => new Response() }, clientFolder: "" }));
