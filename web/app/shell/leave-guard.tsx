/** Asks before a page with unsaved input is left: for another page, or by closing the tab. */
import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { createPath, useBlocker } from "react-router";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { useText } from "../ui/text.tsx";
import { isAnythingUnsaved } from "../ui/unsaved.ts";
import { withoutLanguage } from "./locale-link.tsx";
import { currentSession } from "./session.ts";
import { currentViewAs } from "./view-as.ts";

/** Signing out, and a started view-as, are never blocked. */
const mustAsk = (): boolean => isAnythingUnsaved() && currentSession() !== null && !currentViewAs();

/** The settings count as one page: unsaved input in a section stays marked while another is open. */
const isSamePlace = (from: string, to: string): boolean =>
  from === to || [from, to].every((path) => /^\/admin\/settings(\/|$)/.test(withoutLanguage(path)));

export function LeaveGuard() {
  const t = useText();
  // Another language is a new document: the browser must not ask about what the portal has allowed.
  const allowedFrom = useRef<string>(undefined);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const mustStop = !isSamePlace(currentLocation.pathname, nextLocation.pathname) && mustAsk();
    allowedFrom.current = mustStop ? undefined : createPath(currentLocation);
    return mustStop;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (mustAsk() && allowedFrom.current !== createPath(window.location)) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog opened onClose={blocker.reset} title={t("admin.leave.title")} size="sm">
      <p>{t("admin.leave.text")}</p>
      <DialogActions onCancel={blocker.reset}>
        <Button
          onClick={() => {
            allowedFrom.current = createPath(window.location);
            blocker.proceed();
          }}
        >
          {t("admin.leave.confirm")}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
