/** The portal's process, with the built pages. */
import { start } from "./start.ts";

await start();
