/** When the signed-in person last viewed a back office list, in this browser. */
import { useEffect, useState } from "react";
import { useProfile } from "../session.ts";

/** Time of the previous view; undefined for the first. Leaving the page stores this one. */
export function useLastVisit(list: "clients" | "imports" | "requests"): string | undefined {
  const key = `portico.looked.${list}.${useProfile().id}`;
  const [before] = useState(() => localStorage.getItem(key) ?? undefined);
  useEffect(() => {
    const leave = () => localStorage.setItem(key, new Date().toISOString());
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [key]);
  return before;
}
