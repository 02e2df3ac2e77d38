/** What the list of clients is asked for, as it stands in the address: search, filters, sort. */

import type { HolderState } from "@portico/api/holder-states.ts";
import { type Role, roles } from "@portico/api/permissions.ts";
import type { userSorts } from "@portico/api/users.ts";
import type { Sort } from "../../ui/table-column.ts";

export const states: readonly HolderState[] = [
  "preKYC",
  "pendingKYC",
  "postKYC",
  "returnedKYC",
  "pendingReKYC",
  "rejected",
  "disabled",
];

type SortColumn = "name" | "email" | "created_at";
const sortColumns: readonly SortColumn[] = ["name", "email", "created_at"];

export interface ClientSearch {
  search: string;
  state: HolderState | undefined;
  role: Role | undefined;
  sort: Sort;
}

/** The server's own order: newest first. */
const newestFirst: Sort = { column: "created_at", descending: true };

/** Reads the address; what it does not know is left out, so that a mistyped link still lists clients. */
export function readSearch(params: URLSearchParams): ClientSearch {
  const sort = params.get("sort") ?? "";
  const column = sortColumns.find((each) => each === sort.replace(/^-/, ""));
  return {
    search: params.get("search")?.slice(0, 120) ?? "",
    state: states.find((each) => each === params.get("state")),
    role: roles.find((each) => each === params.get("role")),
    sort: column ? { column, descending: sort.startsWith("-") } : newestFirst,
  };
}

/** The address of a search, without what is as by default. */
export function writeSearch({ search, state, role, sort }: ClientSearch): URLSearchParams {
  const params = new URLSearchParams();
  if (search) params.set("search", search);
  if (state) params.set("state", state);
  if (role) params.set("role", role);
  if (sort.column !== newestFirst.column || !sort.descending) params.set("sort", sortWord(sort));
  return params;
}

/** As the call takes it. */
export const sortWord = ({ column, descending }: Sort): (typeof userSorts)[number] =>
  `${descending ? "-" : ""}${column as SortColumn}`;

/** Above this the server counts no further. */
export const countCap = 10_000;
