/** The query of a list of users or companies, as in the address: search, filters, sort. */
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
  /** A member of staff; 0 for holders without an assigned colleague. */
  assigned: number | undefined;
  group: string | undefined;
  /** A data field by its id, and the value under it; any value without one. */
  field: number | undefined;
  value: string | undefined;
  sort: Sort;
}

/** The server's default order: newest first. */
const newestFirst: Sort = { column: "created_at", descending: true };

/** Reads the address; unknown values are ignored, so that a mistyped link still lists clients. */
export function readSearch(params: URLSearchParams): ListSearch {
  const sort = params.get("sort") ?? "";
  const column = sortColumns.find((each) => each === sort.replace(/^-/, ""));
  return {
    search: params.get("search")?.slice(0, 120) ?? "",
    state: listedStates.find((each) => each === params.get("state")),
    role: roles.find((each) => each === params.get("role")),
    assigned: readAssigned(params),
    group: params.get("group") || undefined,
    field: readField(params),
    value: (readField(params) !== undefined && params.get("value")?.slice(0, 500)) || undefined,
    sort: column ? { column, descending: sort.startsWith("-") } : newestFirst,
  };
}

function readField(params: URLSearchParams): number | undefined {
  const text = params.get("field");
  return text !== null && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : undefined;
}

/** The member of staff in the address, or undefined. */
export function readAssigned(params: URLSearchParams): number | undefined {
  const text = params.get("assigned");
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined;
}

/** The address of a query, without defaults. `kept` are other parameters: which columns are hidden. */
export function writeSearch(
  { search, state, role, assigned, group, field, value, sort }: ListSearch,
  preserved = new URLSearchParams(),
): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set("search", search);
  if (state) params.set("state", state);
  if (role) params.set("role", role);
  if (assigned !== undefined) params.set("assigned", String(assigned));
  if (group) params.set("group", group);
  if (field !== undefined) params.set("field", String(field));
  if (field !== undefined && value) params.set("value", value);
  const hide = preserved.get("hide");
  if (hide) params.set("hide", hide);
  if (sort.column !== newestFirst.column || !sort.descending) params.set("sort", sortWord(sort));
  return params;
}

/** The query of the call that lists users: clients, unless a role of staff is chosen. */
export const usersQuery = ({ search, state, role, assigned, group, field, value, sort }: ListSearch) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(state && { state }),
  role: role ?? ("client" as const),
  ...(assigned !== undefined && { assigned }),
  ...(group && { group }),
  ...(field !== undefined && { field, ...(value?.trim() && { value: value.trim() }) }),
  sort: sortWord(sort),
});

export type CompanySearch = Pick<ListSearch, "search" | "state" | "assigned" | "sort">;

/** The query of the call that lists companies; they cannot be sorted by e-mail. */
export const companiesQuery = ({ search, state, assigned, sort }: CompanySearch) => ({
  ...(search.trim() && { search: search.trim() }),
  ...(state && { state }),
  ...(assigned !== undefined && { assigned }),
  sort: `${sort.descending ? ("-" as const) : ("" as const)}${sort.column === "name" ? ("name" as const) : ("created_at" as const)}` as const,
});

/** How far the server counts: less for text searches. */
export const countCapOf = ({ search }: ListSearch): number => (search.trim() ? searchCountCap : countCap);

/** In the call's format. */
export const sortWord = ({ column, descending }: Sort): (typeof userSorts)[number] =>
  `${descending ? "-" : ""}${column as SortColumn}`;
