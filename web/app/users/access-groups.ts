/**
 * The access history for a person: nearby accesses of one kind are one line, and a view-as contains everything viewed
 * in it.
 */
import type { Answer } from "@portico/api/endpoint.ts";
import type { users } from "@portico/api/users.ts";

export type Access = Answer<(typeof users)["listAccesses"]>["accesses"][number];

/** Named parts of the portal; anything else is the profile. */
const parts = [
  "portfolios",
  "forms",
  "files",
  "reports",
  "documents",
  "contracts",
  "sharepoint",
  "users",
  "companies",
  "notifications",
] as const;
export type Part = (typeof parts)[number];

export interface AccessGroup {
  key: string;
  staff: string;
  company: string | null;
  from: string;
  to: string;
  /** Set for a view-as. */
  viewAs: { reason: string | null } | null;
  /** What was viewed, and how often. */
  parts: Map<Part, number>;
}

/** Accesses further apart than this are separate. */
const closeMilliseconds = 15 * 60_000;

/** Fetching a person's companies, or the portfolio of somebody without one, only showed the profile. */
function partOf({ what, company }: Access, hasPortfolio: boolean): Part {
  const part = parts.find((one) => what.startsWith(`${one}.`)) ?? "users";
  if (company !== null) return part;
  return part === "companies" || (part === "portfolios" && !hasPortfolio) ? "users" : part;
}

/** `rows` newest first; so are the groups, by their last access. `hasPortfolio`: the person has an account at the custodian. */
export function groupAccesses(rows: readonly Access[], { hasPortfolio }: { hasPortfolio: boolean }): AccessGroup[] {
  const groups: AccessGroup[] = [];
  /** The group that an earlier access of the same kind would join. */
  const open = new Map<string, AccessGroup>();
  for (const row of rows) {
    const part = partOf(row, hasPortfolio);
    const kind = row.viewAsId === null ? `${row.staff} ${part} ${row.company}` : `view ${row.viewAsId} ${row.company}`;
    let group = open.get(kind);
    if (!group || (row.viewAsId === null && Date.parse(group.from) - Date.parse(row.at) > closeMilliseconds)) {
      group = {
        key: `${kind} ${row.at}`,
        staff: row.staff,
        company: row.company,
        from: row.at,
        to: row.at,
        viewAs: row.viewAsId === null ? null : { reason: row.reason },
        parts: new Map(),
      };
      groups.push(group);
      open.set(kind, group);
    }
    group.from = row.at;
    if (row.kind !== "viewAs") group.parts.set(part, (group.parts.get(part) ?? 0) + 1);
  }
  return groups;
}
