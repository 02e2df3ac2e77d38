/** Signs in with a passkey: instead of the code, or alone without an e-mail; reports if the browser has none. */
import { Button } from "@mantine/core";
import { ApiError } from "@portico/api/errors.ts";
import { useMutation } from "@tanstack/react-query";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import { useEnter } from "./use-enter.ts";

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
  const failed = () => t("PublicKeyCredential" in window ? "sessions.passkey.failed" : "sessions.passkey.unsupported");
  return (
    <>
      {error && <Notice tone="failed">{error instanceof ApiError ? errorText(t, error) : failed()}</Notice>}
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
