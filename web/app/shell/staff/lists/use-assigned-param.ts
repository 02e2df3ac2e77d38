/** The colleague in the address of a list, as a part of its call's query; 0: nobody. Empty for all. */
import { useSearchParams } from "react-router";
import { readAssigned } from "./list-search.ts";

export function useAssignedParam(): { assigned?: number } {
  const assigned = readAssigned(useSearchParams()[0]);
  return assigned === undefined ? {} : { assigned };
}
