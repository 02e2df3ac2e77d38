/** The members of staff to whom clients can be given. */
import { useQuery } from "@tanstack/react-query";
import { useApi } from "../../shell/api.tsx";

export function useColleagues() {
  const api = useApi();
  return useQuery({
    queryKey: ["admin", "colleagues"],
    queryFn: ({ signal }) => api.staffDesk.listColleagues({ signal }),
    staleTime: 60_000,
  });
}
