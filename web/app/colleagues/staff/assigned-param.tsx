/** The filter of a list by colleague, kept in the address. */
import { useSearchParams } from "react-router";
import { readAssigned } from "../../shell/staff/lists/list-search.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { ColleagueFilter } from "./colleague-filter.tsx";

const inPlace = { replace: true, preventScrollReset: true };

/** The part of a call's query; 0: nobody. Empty for all. */
export function useAssignedParam(): { assigned?: number } {
  const assigned = readAssigned(useSearchParams()[0]);
  return assigned === undefined ? {} : { assigned };
}

export function AssignedFilter() {
  const { assigned } = useAssignedParam();
  const change = useChangeParam(inPlace);
  return (
    <ColleagueFilter
      assigned={assigned}
      onChange={(id) => change("assigned", id === undefined ? undefined : String(id))}
    />
  );
}
