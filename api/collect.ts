/** Puts together what the domains declare (api/declaration.ts), with its types. */

type Merged<T> = (T extends unknown ? (one: T) => void : never) extends (all: infer All) => void ? All : never;
type PartOf<Domain, Part extends string> = Domain extends { readonly [P in Part]: infer Declared } ? Declared : never;
/** One part of all domains' declarations, such as their events, as one object type. */
export type Collected<Domains, Part extends string> = Merged<PartOf<Domains[keyof Domains], Part>>;

/** Throws where two domains declare the same name: one would hide the other. */
export function collect<Domains extends object, Part extends string>(
  domains: Domains,
  part: Part,
): Collected<Domains, Part> {
  const collected: Record<string, unknown> = {};
  for (const [domain, declaration] of Object.entries(domains))
    for (const [name, declared] of Object.entries((declaration as Record<string, object | undefined>)[part] ?? {})) {
      if (name in collected) throw new Error(`${domain} declares ${name}, which another domain declares already`);
      collected[name] = declared;
    }
  return collected as Collected<Domains, Part>;
}
