/** Signs in with a passkey: instead of the code, or alone without an e-mail; reports if the browser has none. */

import { ApiError, type ErrorCode } from "@portico/api/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { isDismissed } from "../shell/session/passkey-outcome.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { useEnter } from "./use-enter.ts";

/** The server's answers to a passkey that is not, or no longer, the account's. */
const unknownCodes: readonly ErrorCode[] = ["invalidCode", "invalidCredentials"];

export function PasskeyButton({ email, main }: { email?: string; main: boolean }) {
  const t = useText();
  const api = useApi();
  const enter = useEnter();
  const passkey = useMutation({
    mutationFn: async () => {
      const { askPasskey } = await import("./passkey.ts");
      const whose = email === undefined ? {} : { email };
      const { options } = await api.sessions.beginPasskeySignIn({ body: whose });
      return api.sessions.verifyPasskey({ body: { ...whose, response: await askPasskey(options) } });
    },
    onSuccess: enter,
  });
  const { error } = passkey;
  return (
    <>
      {error &&
        (isDismissed(error) ? <Notice live>{t("sessions.passkey.notUsed")}</Notice> : <Failure error={error} />)}
      <Button
        variant={main ? "filled" : "default"}
        fullWidth
        loading={passkey.isPending}
        onClick={() => passkey.mutate()}
      >
        {t(email === undefined ? "sessions.passkey.alone" : "sessions.passkey.use")}
      </Button>
    </>
  );
}

function Failure({ error }: { error: Error }) {
  const t = useText();
  const isUnknown = error instanceof ApiError && unknownCodes.includes(error.code);
  return (
    <Notice tone="failed">
      {isUnknown
        ? t("sessions.passkey.unknown")
        : error instanceof ApiError
          ? errorText(t, error)
          : t("PublicKeyCredential" in window ? "sessions.passkey.failed" : "sessions.passkey.unsupported")}
    </Notice>
  );
}
