/**
 * What a machine's key may do: the scope of each call, derived from its declaration. docs/decisions/0390-machine-keys.md
 */
import type { Access, Endpoint, Endpoints } from "./endpoint.ts";

/** `documents:read`, `documents:write`: the calls of a domain that read, or that change. */
export type MachineScope = `${string}:${"read" | "write"}`;

/**
 * Domains whose reading calls for staff are open to keys. A domain that is not named here, and every call that changes
 * something, is open only where the call itself says so (`machine: true`).
 */
const readDomains: ReadonlySet<string> = new Set([
  "audit",
  "benchmarks",
  "colleagues",
  "companies",
  "contracts",
  "corporateActions",
  "custodians",
  "dataFields",
  "delegations",
  "distributionGroups",
  "documents",
  "files",
  "forms",
  "funds",
  "imports",
  "jobs",
  "mandates",
  "notifications",
  "ownership",
  "payments",
  "portfolios",
  "reconciliation",
  "reportRuns",
  "reports",
  "search",
  "tickets",
  "timeline",
  "uploads",
  "users",
  "workload",
]);

/** Who may make the call includes staff of some level, about a holder that the path names or about none. */
const admitsStaff = (access: Access): boolean =>
  access.kind === "staff" || (access.kind !== "anyone" && access.kind !== "signedIn" && access.staff !== undefined);

type Declared = Pick<
  Endpoint,
  "access" | "method" | "machine" | "readsOnly" | "freshCode" | "sensitive" | "notRepeatable"
>;

/** The scope that a key needs for the call; null if no key may make it, or none is needed. */
export function machineScopeOf(domain: string, endpoint: Declared): MachineScope | null {
  const { access, method, machine, readsOnly, freshCode, sensitive, notRepeatable } = endpoint;
  // What a person confirms, no machine does.
  if (access.kind === "anyone" || freshCode || sensitive || machine === false) return null;
  const reads = method === "GET" || readsOnly === true;
  const scope = `${domain}:${reads ? "read" : "write"}` as const;
  if (machine) return admitsStaff(access) || access.kind === "signedIn" ? scope : null;
  return reads && !notRepeatable && admitsStaff(access) && readDomains.has(domain) ? scope : null;
}

/** Every scope that some call needs, in alphabetical order, with its calls. */
export function listMachineScopes(api: Readonly<Record<string, Endpoints>>): Map<MachineScope, string[]> {
  const found = new Map<MachineScope, string[]>();
  for (const [domain, endpoints] of Object.entries(api))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const scope = machineScopeOf(domain, endpoint);
      if (scope) found.set(scope, [...(found.get(scope) ?? []), `${domain}.${name}`]);
    }
  return new Map([...found].toSorted(([one], [other]) => one.localeCompare(other)));
}
