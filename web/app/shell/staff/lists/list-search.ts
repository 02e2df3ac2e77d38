/** What a list of users or companies is asked for, as it stands in the address: search, filters, sort. */
import { countCap, searchCountCap } from "@portico/api/counts.ts";
import { type ListedState, listedStates } from "@portico/api/holder-states.ts";
import { type Role, roles } from "@portico/api/permissions.ts";
import type { userSorts } from "@portico/api/users.ts";
import type { Sort } from "../../../ui/table-column.ts";

type SortColumn = "name" | "email" | "created_at";
const sortColumns: readonly SortColumn[] = ["name", "email", "created_at"];

export interface ListSearch {
  search: string;
  state: ListedState | undefined;
  role: Role | undefined;
  /** A member of staff; 0 for whoever nobody has. */
  assigned: number | undefined;
  group: string | undefined;
  sort: Sort;
}

/** The server's own order: newest first. */
const newestFirst: Sort = { column: "created_at", descending: true };

/** Reads the address; what it does not know is left out, so that a mistyped link still lists clients. */
export function readSearch(params: URLSearchParams): ListSearch {
  const sort = params.get("sort") ?? "";
  const column = sortColumns.find((each) => each === sort.replace(/^-/, ""));
  return {
    search: params.get("search")?.slice(0, 120) ?? "",
    state: listedStates.find((each) => each === params.get("state")),
    role: roles.find((each) => each === params.get("role")),
    assigned: readAssigned(params),
    group: params.get("group") || undefined,
    sort: column ? { column, descending: sort.startsWith("-") } : newestFirst,
  };
}

/** The member of staff in the address; undefined where there is none. */
export function readAssigned(params: URLSearchParams): number | undefined {
  const text = params.get("assigned");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The address of a search, without what is as by default. `kept` is what else stands in the address: which columns are hidden. */
export function writeSearch(
  { search, state, role, assigned, group, sort }: ListSearch,
  kept = new URLSearchParams(),
): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set("search", search);
  if (state) params.set("state", state);
  if (role) params.set("role", role);
  if (assigned !== undefined) params.set("assigned", String(assigned));
  if (group) params.set("group", group);
  const hide = kept.get("hide");
  if (hide) params.set("hide", hide);
  if (sort.column !== newestFirst.column || !sort.descending) params.set("sort", sortWord(sort));
  return params;
}

/** How far the server counts what is found: less far where it must look texts up. */
export const countCapOf = ({ search }: ListSearch): number => (search.trim() ? searchCountCap : countCap);

/** As the call takes it. */
export const sortWord = ({ column, descending }: Sort): (typeof userSorts)[number] =>
  `${descending ? "-" : ""}${column as SortColumn}`;
