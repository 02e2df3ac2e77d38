/** The typed client in the browser: `const api = useApi(); api.users.getState({ params: { id } })`. */

import { api as endpoints } from "virtual:portico-api";
import type { Api } from "@portico/api";
import { type Client, createClient } from "@portico/api/client.ts";
import { ApiError } from "@portico/api/errors.ts";
import { QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, useContext, useEffect, useMemo } from "react";
import { type Translate, useText } from "../../ui/text.tsx";
import { alert } from "../dialogs/alert.ts";
import { notifyLocally } from "../dialogs/local-notifications.ts";
import { useLocaleNavigate, withoutLanguage } from "../navigation/locale-link.tsx";
import { currentSession, forgetSession, hasLeftOnPurpose, onSessionChange } from "../session/session.ts";
import { browserTransport } from "./transport.ts";

/** Clients' pages do not load them; the staff's load them with their layout. */
const staffCalls = () => import("virtual:portico-staff-api").then(({ api }) => api);

type OnCall = Parameters<typeof createClient>[2];
interface ApiClients {
  client: Client<Api>;
  /** A client that reports which calls are made with it. */
  watched: (onCall: OnCall) => Client<Api>;
}
const ApiContext = createContext<ApiClients | null>(null);

function useClients(): ApiClients {
  const clients = useContext(ApiContext);
  if (!clients) throw new Error("There is no ApiProvider above");
  return clients;
}
export const useApi = (): Client<Api> => useClients().client;
export const useWatchedApi = (): ApiClients["watched"] => useClients().watched;

/**
 * Calls under `base`. A session unknown to the server is removed, with a message; staff who lack the required second
 * factor are led to its setup.
 */
export function ApiProvider({ base, children }: { base: string; children: ReactNode }) {
  const t = useText();
  const navigate = useLocaleNavigate();
  useForgetfulQueries();
  const clients = useMemo(() => {
    const onSessionLost = () => {
      // Signing out says so itself.
      if (hasLeftOnPurpose()) return;
      forgetSession();
      alert.warning(t("shell.session.expired"));
    };
    const onFactorNeeded = () => {
      // The bell asks there too, and is refused.
      if (withoutLanguage(location.pathname) === "/admin/profile") return;
      alert.warning(t("error.secondFactorNeeded"));
      navigate("/admin/profile#security");
    };
    // The snackbar closes; the failure stays in the list of notifications until the person removes it.
    const onNotSent = () => notifyLocally("failure", "notifications.notSent");
    const transport = browserTransport(base, { onSessionLost, onFactorNeeded, onNotSent });
    const watched = (onCall?: OnCall) => createClient(endpoints, transport, onCall, staffCalls);
    return { client: watched(), watched };
  }, [base, t, navigate]);
  return <ApiContext value={clients}>{children}</ApiContext>;
}

/** Data fetched for one person is removed when another signs in, here or in another tab. */
function useForgetfulQueries(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let token = currentSession()?.token;
    return onSessionChange(() => {
      if (currentSession()?.token === token) return;
      token = currentSession()?.token;
      queries.clear();
    });
  }, [queries]);
}

/** The message for a failed call. */
export function errorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiError)) return t("error.generic");
  if (error.status === 0) return t(error.isRead ? "ui.error.offlineRead" : "ui.error.offline");
  if (error.code === "tooManyRequests" && error.retryAfter) return waitText(t, error.retryAfter);
  if (error.code === "proposalOpen" && error.by) return t("ui.error.proposedBy", { name: error.by });
  if (error.code === "clientNumberReserved" && error.by) return t("ui.error.numberReservedBy", { name: error.by });
  if (error.code === "proposalDecided" && error.by) return t("ui.error.decidedBy", { name: error.by });
  return t(`error.${error.code}`);
}

/** Seconds below a minute and a half, minutes above. */
const waitText = (t: Translate, seconds: number): string =>
  seconds < 90
    ? t("ui.error.waitSeconds", { count: Math.ceil(seconds) })
    : t("ui.error.waitMinutes", { count: Math.ceil(seconds / 60) });

/** Texts of the fields that the server refused, by their path: for a form's `setErrors`. */
export function fieldErrorTexts(t: Translate, error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {};
  return Object.fromEntries(
    error.errors.map(({ path, code, line }) => {
      const reason = t(`field.${code}`);
      return [path, line === undefined ? reason : t("field.atLine", { line, reason })];
    }),
  );
}

/** The transport retries what may be retried, so queries do not. */
export const createQueryClient = (): QueryClient =>
  new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 30_000 }, mutations: { retry: false } } });
