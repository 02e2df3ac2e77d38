/** The end of `npm run build`. */
import { noteBuilt } from "./built.mjs";

noteBuilt();
