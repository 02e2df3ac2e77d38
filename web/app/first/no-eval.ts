/** The page's policy forbids making code from text; zod would probe for it at its first schema, and the browser report it. */
// oxlint-disable-next-line no-underscore-dangle
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };
