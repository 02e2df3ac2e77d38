/** "Back" closes what lies over the page: opening it adds an entry to the browser's history, closing it takes that off again. */
import { useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

export function useBackCloses(opened: boolean, onClose: () => void): void {
  const id = useId();
  const location = useLocation();
  const navigate = useNavigate();
  const state = location.state as { over?: string } | null;
  const isOnTop = state?.over === id;
  const phase = useRef<"closed" | "opening" | "open">("closed");
  useEffect(() => {
    if (opened && phase.current === "closed") {
      phase.current = "opening";
      const { pathname, search, hash } = location;
      void navigate({ pathname, search, hash }, { state: { ...state, over: id }, preventScrollReset: true });
    } else if (phase.current === "opening" && isOnTop) phase.current = "open";
    else if (opened && phase.current === "open" && !isOnTop) {
      phase.current = "closed";
      onClose();
    }
    if (opened || phase.current === "closed") return;
    phase.current = "closed";
    if (isOnTop) void navigate(-1);
  }, [opened, isOnTop, id, location, state, navigate, onClose]);
}
