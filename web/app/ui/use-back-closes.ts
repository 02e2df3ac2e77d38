/** "Back" closes what lies over the page: opening it adds an entry to the browser's history, closing it takes that off again. */
import { useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

export function useBackCloses(opened: boolean, onClose: () => void): void {
  const id = useId();
  const location = useLocation();
  const navigate = useNavigate();
  const state = location.state as { over?: string } | null;
  const isOnTop = state?.over === id;
  const phase = useRef<"closed" | "opening" | "open" | "leaving">("closed");
  useEffect(() => {
    const now = phase.current;
    if (opened && now === "closed") {
      phase.current = "opening";
      const { pathname, search, hash } = location;
      void navigate({ pathname, search, hash }, { state: { ...state, over: id }, preventScrollReset: true });
    } else if (opened && now === "open" && !isOnTop) {
      phase.current = "closed";
      onClose();
    } else if (opened) phase.current = isOnTop ? "open" : "opening";
    else if (now !== "closed" && isOnTop) {
      phase.current = "closed";
      void navigate(-1);
    }
    // Closed before its entry was there: that is taken off once it is.
    else phase.current = now === "opening" || now === "leaving" ? "leaving" : "closed";
  }, [opened, isOnTop, id, location, state, navigate, onClose]);
}
