/** Asks before a page is left, for another one or by closing the tab, with files that are being sent or unsaved input. */
import { type ComponentType, useEffect, useRef, useState } from "react";
import { createPath, type Location, useBlocker } from "react-router";
import { countOnTheWay, type SendingEnd } from "../../ui/files-on-the-way.ts";
import { isAnythingUnsaved } from "../../ui/unsaved.ts";
import { useConfirmation } from "../dialogs/confirmation.ts";
import { withoutLanguage } from "../navigation/locale-link.tsx";
import { currentSession } from "../session/session.ts";
import { currentViewAs } from "../session/view-as.ts";
import { useStopSending } from "../unsent/use-stop-sending.ts";

/** Signing out, and a started view-as, are never blocked. */
const mayAsk = (): boolean => currentSession() !== null && !currentViewAs();

/** The settings count as one page: unsaved input in a section stays marked while another is open. */
const isSamePlace = (from: string, to: string): boolean =>
  from === to || [from, to].every((path) => /^\/admin\/settings(\/|$)/.test(withoutLanguage(path)));

const languageOf = ({ pathname }: Location): string | undefined => pathname.split("/")[1];
/** The router's list of routes, which staff's pages are not in on a page of clients (web/server/routes-of-language.ts). */
const manifest = (): { routes: object } | undefined =>
  Reflect.get(globalThis, "__reactRouterManifest") as { routes: object } | undefined;
const isUnknownOfStaff = (to: Location): boolean =>
  /^\/admin(\/|$)/.test(withoutLanguage(to.pathname)) && !(`${languageOf(to)}:admin` in (manifest()?.routes ?? {}));

/** What files are lost with on the way there. A form's steps are in the query; another language is a new document. */
function endOf(from: Location, to: Location): SendingEnd | null {
  if (languageOf(from) !== languageOf(to) || isUnknownOfStaff(to)) return "document";
  return from.pathname === to.pathname && from.search === to.search ? null : "part";
}

export interface LeaveQuestionProps {
  onStay: () => void;
  onLeave: () => void;
}

/** `InputQuestion` asks about unsaved input; without it, only files are asked about. */
export function LeaveGuard({ InputQuestion }: { InputQuestion?: ComponentType<LeaveQuestionProps> }) {
  // The browser must not ask about what the portal has allowed.
  const allowedFrom = useRef<string>(undefined);
  /** What the files are lost with that are asked about. */
  const [filesEnd, setFilesEnd] = useState<SendingEnd | null>(null);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const end = endOf(currentLocation, nextLocation);
    const losesFiles = end !== null && mayAsk() && countOnTheWay(end) > 0;
    setFilesEnd(losesFiles ? end : null);
    const losesInput =
      InputQuestion !== undefined &&
      !isSamePlace(currentLocation.pathname, nextLocation.pathname) &&
      isAnythingUnsaved() &&
      mayAsk();
    const mustStop = losesFiles || losesInput;
    allowedFrom.current = mustStop || end !== "document" ? undefined : createPath(currentLocation);
    return mustStop;
  });
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      const isLost = countOnTheWay("document") > 0 || (InputQuestion !== undefined && isAnythingUnsaved());
      if (isLost && mayAsk() && allowedFrom.current !== createPath(window.location)) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [InputQuestion]);
  if (blocker.state !== "blocked") return null;
  const answers = {
    onStay: blocker.reset,
    onLeave: () => {
      allowedFrom.current = createPath(window.location);
      blocker.proceed();
    },
  };
  // Unsaved input is kept in the tab, and what is sent is not: one question is enough.
  if (filesEnd) return <FilesQuestion end={filesEnd} {...answers} />;
  return InputQuestion && <InputQuestion {...answers} />;
}

function FilesQuestion({ end, onStay, onLeave }: LeaveQuestionProps & { end: SendingEnd }) {
  const stopSending = useStopSending();
  const isAsking = useConfirmation() !== null;
  const phase = useRef<"new" | "asked" | "answered">("new");
  useEffect(() => {
    if (phase.current !== "new") return;
    const leave = () => {
      phase.current = "answered";
      onLeave();
    };
    stopSending(leave, end);
  }, [stopSending, end, onLeave]);
  useEffect(() => {
    if (isAsking && phase.current === "new") phase.current = "asked";
    else if (!isAsking && phase.current === "asked") {
      phase.current = "answered";
      onStay();
    }
  }, [isAsking, onStay]);
  return null;
}
