/** In the hours after a password reset: until when a sensitive step waits, and the authenticator code that allows it now. */
import { ApiError } from "@portico/api/errors.ts";
import { useState } from "react";
import { CodeInput } from "../../ui/code-input.tsx";
import { formatMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { useCall } from "../calls/use-call.ts";
import { useProfile } from "./session.ts";

const hourMs = 3_600_000;

interface Cooling {
  /** When the step becomes available by itself; undefined until the server has refused it. */
  opensAt: string | undefined;
  hasApp: boolean;
  code: string;
  setCode: (code: string) => void;
  /** Stores a refusal of this kind. */
  take: (error: unknown) => void;
  /** Confirms with the app's code, if required; `boundTo` is what alone it confirms, if not any sensitive step. */
  confirm: (boundTo?: string) => Promise<void>;
}

export function useCooling(): Cooling {
  const api = useApi();
  const { id } = useProfile();
  const [opensAt, setOpensAt] = useState<string>();
  const [code, setCode] = useState("");
  const { data } = useCall(api.sessions.listFactors, { params: { id } });
  const hasApp = data?.authenticator === true;
  return {
    opensAt,
    hasApp,
    code,
    setCode,
    take(error) {
      if (!(error instanceof ApiError) || error.code !== "coolingOff") return;
      const wait = error.retryAfter === undefined ? 24 * hourMs : error.retryAfter * 1000;
      setOpensAt(new Date(Date.now() + wait).toISOString());
    },
    async confirm(boundTo) {
      if (opensAt === undefined || !hasApp) return;
      await api.sessions.checkValidation({ params: { id }, body: { string: code, ...(boundTo && { for: boundTo }) } });
    },
  };
}

export function CoolingNotice({ cooling, error }: { cooling: Cooling; error?: string | undefined }) {
  const t = useText();
  const language = useLanguage();
  if (cooling.opensAt === undefined) return null;
  const until = t("users.cooling.until", { at: formatMoment(language, cooling.opensAt) });
  return (
    <>
      <Notice tone="failed">{cooling.hasApp ? `${until} ${t("users.cooling.app")}` : until}</Notice>
      {cooling.hasApp && (
        <CodeInput
          name="appCode"
          label={t("users.factors.code")}
          value={cooling.code}
          onChange={cooling.setCode}
          error={error}
        />
      )}
    </>
  );
}
