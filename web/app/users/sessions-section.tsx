/** The person's open sessions; each can be ended. */

import type { sessionRow } from "@portico/api/sessions.ts";
import type { output } from "zod";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { useRunChange } from "../shell/calls/use-change.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { formatMoment } from "../ui/format.ts";
import { Section } from "../ui/section.tsx";
import { LoadFailed, Loading } from "../ui/states.tsx";
import { StatusBadge } from "../ui/status-badge.tsx";
import { type Translate, useLanguage, useText } from "../ui/text.tsx";
import styles from "./profile.module.css";

type SessionRow = output<typeof sessionRow>;

const browserNames: Record<string, string> = {
  chrome: "Chrome",
  firefox: "Firefox",
  safari: "Safari",
  opera: "Opera",
  edge: "Edge",
};

function deviceOf(t: Translate, { browserName, os }: SessionRow): string {
  const browser = browserNames[browserName] ?? t("users.sessions.unknownBrowser");
  return t("users.sessions.device", {
    browser,
    os: os === "no detection" ? t("users.sessions.unknownSystem") : os,
  });
}

/** "Sofia, BG · 203.0.113.7" */
function placeOf(t: Translate, { city, country, country_code, ip }: SessionRow): string {
  const place = [city, country ?? country_code].filter(Boolean).join(", ");
  return `${place || t("users.sessions.unknownPlace")} · ${ip}`;
}

function useEndSessions() {
  const t = useText();
  const runChange = useRunChange();
  const { id } = useProfile();
  const announce = (count: number) => alert.success(t("users.sessions.ended", { count }));
  const endOne = (row: SessionRow) =>
    openConfirmation({
      title: t("users.sessions.endTitle"),
      text: t("users.sessions.endText", { device: deviceOf(t, row), place: placeOf(t, row) }),
      confirmLabel: t("users.sessions.end"),
      destructive: true,
      action: () =>
        runChange(async (api) => {
          await api.sessions.endSession({ params: { id, sessionId: row.id } });
          announce(1);
        }),
    });
  const endOthers = () =>
    openConfirmation({
      title: t("users.sessions.endOthersTitle"),
      text: t("users.sessions.endOthersText"),
      confirmLabel: t("users.sessions.endOthers"),
      destructive: true,
      action: () =>
        runChange(async (api) => {
          const { ended } = await api.sessions.endOtherSessions({ params: { id } });
          announce(ended);
        }),
    });
  return { endOne, endOthers };
}

export function SessionsSection() {
  const t = useText();
  const api = useApi();
  const { id } = useProfile();
  const { endOne, endOthers } = useEndSessions();
  const { data, error, isFetching, refetch } = useCall(api.sessions.listSessions, { params: { id } });
  const sessions = [...(data?.sessions ?? [])].sort((a, b) => Number(b.current) - Number(a.current));

  return (
    <Section
      title={t("users.sessions.title")}
      hint={t("users.sessions.hint")}
      actions={
        sessions.length > 1 && (
          <Button variant="default" size="sm" onClick={endOthers}>
            {t("users.sessions.endOthers")}
          </Button>
        )
      }
    >
      {data ? (
        <ul className={styles.rows}>
          {sessions.map((row) => (
            <Row key={row.id} row={row} onEnd={() => endOne(row)} />
          ))}
        </ul>
      ) : error ? (
        <LoadFailed retry={() => void refetch()} retrying={isFetching}>
          {errorText(t, error)}
        </LoadFailed>
      ) : (
        <Loading />
      )}
    </Section>
  );
}

function Row({ row, onEnd }: { row: SessionRow; onEnd: () => void }) {
  const t = useText();
  const language = useLanguage();
  const device = deviceOf(t, row);
  const lastSeen = row.current
    ? t("users.sessions.now")
    : t("users.sessions.lastSeen", { time: formatMoment(language, row.last_seen_at) });
  return (
    <li className={styles.row}>
      <div>
        <p className={styles.name}>
          <strong>{device}</strong>
          {row.current && (
            <StatusBadge status="current" colour="green">
              {t("users.sessions.current")}
            </StatusBadge>
          )}
        </p>
        <p className={styles.small}>{placeOf(t, row)}</p>
        <p className={styles.small}>
          {lastSeen}, {t("users.sessions.since", { time: formatMoment(language, row.created_at) })}
        </p>
      </div>
      {!row.current && (
        <Button variant="default" size="sm" onClick={onEnd} aria-label={t("users.sessions.endLabel", { device })}>
          {t("users.sessions.end")}
        </Button>
      )}
    </li>
  );
}
