/**
 * Keeps the socket connected, shows an unobtrusive note when it breaks, and handles events for every page: the
 * session's end, the person's own state.
 */
import { useEffect, useState } from "react";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { whenIdle } from "../../ui/when-idle.tsx";
import { useApi } from "../calls/api.tsx";
import { alert } from "../dialogs/alert.ts";
import { useRootData } from "../layouts/brand.ts";
import { changeProfile, currentSession, forgetSession, hasLeftOnPurpose } from "../session/session.ts";
import { useStore } from "../store.ts";
import { followSession, socketTrouble } from "./socket.ts";
import styles from "./socket-listener.module.css";
import { useSocketConnect, useSocketEvent, useSocketRefused } from "./use-socket-event.ts";

/** Shorter breaks are not reported. */
const quietMilliseconds = 4000;

export function SocketListener() {
  const t = useText();
  const api = useApi();
  const { apiPort } = useRootData();
  useEffect(() => {
    let stop: (() => void) | undefined;
    // The page's own first requests come before the socket.
    const cancel = whenIdle(() => {
      stop = followSession(apiPort);
    });
    return () => {
      cancel();
      stop?.();
    };
  }, [apiPort]);

  useSocketEvent("session:revoked", ({ reason }) => {
    // Signing out in this tab says so itself.
    if (!currentSession() || hasLeftOnPurpose()) return;
    forgetSession({ onPurpose: reason === "signedOut" });
    alert.warning(t(`shell.session.${reason}`));
  });

  /** State, name or client number, as the browser keeps them, may have changed before; an ended session is noticed by it. */
  const readProfile = () => {
    const id = currentSession()?.profile.id;
    if (id !== undefined) api.users.get({ params: { id } }).then(changeProfile, () => undefined);
  };
  useSocketConnect(readProfile);
  useSocketRefused(readProfile);
  useSocketEvent("holder:state", ({ holderType, holderId }) => {
    const session = currentSession();
    if (!session || holderType !== "user" || holderId !== session.profile.id) return;
    api.users.get({ params: { id: holderId } }).then(changeProfile, () => undefined);
  });

  return <ConnectionStatus />;
}

function ConnectionStatus() {
  const t = useText();
  const trouble = useStore(socketTrouble, null);
  const [shown, setShown] = useState(false);
  useEffect(() => {
    if (!trouble) return undefined;
    const timer = setTimeout(() => setShown(true), quietMilliseconds);
    return () => {
      clearTimeout(timer);
      setShown(false);
    };
  }, [trouble]);
  return (
    <output className={styles.status} data-no-print>
      {trouble && shown && (
        <p className={styles.message}>
          <Icon name="offline" size={16} />
          {t(`shell.socket.${trouble}`)}
        </p>
      )}
    </output>
  );
}
