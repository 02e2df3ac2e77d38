/** Links to the parts of a list, such as open and done; a chosen colleague stays chosen. */
import { useSearchParams } from "react-router";

/** Gives the address of a part, named in the parameter `name`; the part `first` needs no name. */
export function usePartLink(name: string, first: string): (part: string) => string {
  const [params] = useSearchParams();
  const assigned = params.get("assigned");
  return (part) => {
    const asked = new URLSearchParams({
      ...(assigned !== null && { assigned }),
      ...(part !== first && { [name]: part }),
    });
    return `?${asked}`;
  };
}
