/** When the person signed in last looked at a list of the back office, in this browser. */
import { useEffect, useState } from "react";
import { useProfile } from "../session.ts";

/** The moment of the look before this one; undefined at the first. Leaving the page makes this look the last one. */
export function useLastLook(list: "clients" | "imports" | "requests"): string | undefined {
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
