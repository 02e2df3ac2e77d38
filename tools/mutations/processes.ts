/** Wrong changes in what several processes do together. */
import type { Mutation } from "./mutation.ts";

export const processMutations: readonly Mutation[] = [
  {
    name: "processes: a key is made although data is encrypted with another",
    file: "server/secrets/prepare-key.ts",
    search: "if (stored.length > 0)\n        throw",
    replace: "if (false)\n        throw",
    units: ["server/secrets/prepare-key.test.ts"],
  },
  {
    name: "processes: files in folders that the others do not see are only warned of",
    file: "server/processes/agreement.ts",
    search: 'fatal: about === "files"',
    replace: "fatal: false",
    units: ["server/processes/presence.test.ts"],
  },
  {
    name: "processes: tries to sign in count in each process",
    file: "server/http/limits.ts",
    search: "eachProcess === true || cacheSeconds !== undefined;",
    replace: "true || eachProcess === true || cacheSeconds !== undefined;",
    units: ["server/http/limits.test.ts"],
  },
  {
    name: "processes: sockets of a session in other processes do not count",
    file: "server/realtime/session-places.ts",
    search: "others.reduce((sum, count) => sum + count, countOf(sessionId))",
    replace: "countOf(sessionId)",
    units: ["server/realtime/sockets.test.ts"],
  },
];
