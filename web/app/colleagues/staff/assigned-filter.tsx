/** The filter of a list by colleague, kept in the address. */
import { useAssignedParam } from "../../shell/staff/lists/use-assigned-param.ts";
import { useChangeParam } from "../../shell/staff/lists/use-change-param.ts";
import { ColleagueFilter } from "./colleague-filter.tsx";

const inPlace = { replace: true, preventScrollReset: true };

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
