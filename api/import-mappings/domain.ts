/** Mappings with which files are read. */
import type { Changes } from "../declaration.ts";
import type { ReadingCall, StaleCalls } from "../stale-calls.ts";

const one = ({ params: { id } }: { params: { id: number } }): StaleCalls => ({
  "importMappings.list": {},
  "importMappings.get": { params: { id } },
});

export const changes = {
  create: () => ({ "importMappings.list": {} }),
  change: one,
  retire: one,
  restore: one,
  try: () => ({}),
} satisfies Changes<"importMappings">;

export const afterReconnect: readonly ReadingCall[] = ["importMappings.list", "importMappings.get"];
