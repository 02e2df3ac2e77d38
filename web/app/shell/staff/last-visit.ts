/** When the signed-in person last viewed a back office list, in this browser. */
import { useEffect, useState } from "react";
import { useProfile } from "../session/session.ts";
import { readKept, visitPrefix, writeKept } from "../storage.ts";

/** Time of the previous view; undefined for the first. Leaving the page stores this one. */
export function useLastVisit(list: "clients" | "imports" | "requests"): string | undefined {
  const { id } = useProfile();
  const key = `${visitPrefix}${list}.${id}`;
  const [before] = useState(() => readKept(key) ?? undefined);
  useEffect(() => {
    const leave = () => writeKept(id, key, new Date().toISOString());
    addEventListener("pagehide", leave);
    return () => {
      removeEventListener("pagehide", leave);
      leave();
    };
  }, [id, key]);
  return before;
}
