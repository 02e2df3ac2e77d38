/** Which answers a writing call makes stale in the browser that made it; other browsers follow the events. */
import type { Changes, Declaration } from "./declaration.ts";
import * as domains from "./domains.ts";
import type { Api } from "./index.ts";
import type { InputOf, StaleCalls, WritingCall } from "./stale-calls.ts";

type DomainOf<Name> = Name extends `${infer Domain}.${string}` ? Domain : never;
type WritingDomain = DomainOf<WritingCall> & keyof Api;
/** A domain with writing calls that declares nothing does not compile. */
const complete: { readonly [Domain in WritingDomain]: { readonly changes: Changes<Domain> } } = domains;

type StaleByChange = { readonly [Name in WritingCall]: (input: InputOf<Name>) => StaleCalls };

/** By the call's name in api/index.ts, such as `tickets.create`. */
export const staleByChange = Object.fromEntries(
  Object.entries<Declaration>(complete).flatMap(([domain, { changes = {} }]) =>
    Object.entries(changes).map(([call, stale]) => [`${domain}.${call}`, stale]),
  ),
) as unknown as StaleByChange;
