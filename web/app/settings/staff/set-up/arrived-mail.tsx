/** Follows the link of a test mail: its code is in the address, and is taken out of it. */
import { ApiError } from "@portico/api/errors.ts";
import { useEffect, useRef } from "react";
import { useSearchParams } from "react-router";
import { errorText } from "../../../shell/calls/api.tsx";
import { useChange } from "../../../shell/calls/use-change.ts";
import { Notice } from "../../../ui/notice.tsx";
import { useText } from "../../../ui/text.tsx";

export function ArrivedMail() {
  const t = useText();
  const [params, setParams] = useSearchParams();
  const confirm = useChange((api, code: string) => api.setUp.confirmTestMail({ body: { code } }));
  const code = params.get("mail");
  const sent = useRef<string>(null);
  useEffect(() => {
    if (code === null || sent.current === code) return;
    sent.current = code;
    confirm.mutate(code);
    setParams({}, { replace: true, preventScrollReset: true });
  }, [code, confirm, setParams]);
  if (confirm.isSuccess) return <Notice tone="done">{t("admin.setUp.mail.arrived")}</Notice>;
  if (!confirm.error) return null;
  const isUnknown = confirm.error instanceof ApiError && ["notFound", "badInput"].includes(confirm.error.code);
  return <Notice tone="failed">{isUnknown ? t("admin.setUp.mail.unknown") : errorText(t, confirm.error)}</Notice>;
}
