/** The page's policy forbids eval; zod would test for it with its first schema, and the browser would report that. */
// oxlint-disable-next-line no-underscore-dangle
(globalThis as { __zod_globalConfig?: { jitless: boolean } }).__zod_globalConfig = { jitless: true };
