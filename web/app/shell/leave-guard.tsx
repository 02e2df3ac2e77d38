/** Asks before a page with something unsaved is left: for another page, or with the tab. */
import { Button } from "@mantine/core";
import { useEffect } from "react";
import { useBlocker } from "react-router";
import { Dialog, DialogActions } from "../ui/dialog.tsx";
import { useText } from "../ui/text.tsx";
import { isAnythingUnsaved } from "../ui/unsaved.ts";
import { withoutLanguage } from "./locale-link.tsx";
import { currentSession } from "./session.ts";
import { currentViewAs } from "./view-as.ts";

/** Nobody is kept from signing out, nor from a look through a client's eyes that has begun. */
const mustAsk = (): boolean => isAnythingUnsaved() && currentSession() !== null && !currentViewAs();

/** The settings are one place: what was typed in a section stays marked while another one is open. */
const isSamePlace = (from: string, to: string): boolean =>
  from === to || [from, to].every((path) => /^\/admin\/settings(\/|$)/.test(withoutLanguage(path)));

export function LeaveGuard() {
  const t = useText();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => !isSamePlace(currentLocation.pathname, nextLocation.pathname) && mustAsk(),
  );
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (mustAsk()) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);
  if (blocker.state !== "blocked") return null;
  return (
    <Dialog opened onClose={blocker.reset} title={t("admin.leave.title")} size="sm">
      <p>{t("admin.leave.text")}</p>
      <DialogActions onCancel={blocker.reset}>
        <Button onClick={blocker.proceed}>{t("admin.leave.confirm")}</Button>
      </DialogActions>
    </Dialog>
  );
}
