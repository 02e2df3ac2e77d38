/** "Back" closes an overlay: opening it adds a history entry, closing it removes the entry. */
import { useEffect, useId, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

interface OverState {
  over?: string;
}

export function useBackCloses(opened: boolean, onClose: () => void): void {
  const id = useId();
  const location = useLocation();
  const navigate = useNavigate();
  const state = location.state as OverState | null;
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
    // Closed before its entry existed: the entry is removed once it does.
    else phase.current = now === "opening" || now === "leaving" ? "leaving" : "closed";
  }, [opened, isOnTop, id, location, state, navigate, onClose]);
}

/**
 * A reloaded page has no overlay, but the browser still has its entry: it is removed, otherwise "back" would seem to do
 * nothing.
 */
export function useNothingOverAtLoad(): void {
  const location = useLocation();
  const navigate = useNavigate();
  const isDone = useRef(false);
  useEffect(() => {
    if (isDone.current) return;
    if ((location.state as OverState | null)?.over === undefined) isDone.current = true;
    else void navigate(-1);
  }, [location, navigate]);
}
