/** While the sign-in page is open, supporting browsers offer passkeys in the e-mail field; choosing one signs in. */
import { useEffect } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useEnter } from "./use-enter.ts";

export function useOfferedPasskey(): void {
  const api = useApi();
  const enter = useEnter();
  useEffect(() => {
    let isOpen = true;
    let stop = () => undefined as void;
    async function offer() {
      if (!("PublicKeyCredential" in window)) return;
      const { awaitPasskey, offersPasskeys, stopAwaiting } = await import("./passkey.ts");
      if (!isOpen || !(await offersPasskeys())) return;
      const { options } = await api.sessions.beginPasskeySignIn({ body: {} });
      if (!isOpen) return;
      stop = stopAwaiting;
      const response = await awaitPasskey(options);
      if (isOpen) await enter(await api.sessions.verifyPasskey({ body: { response } }));
    }
    // Not requested by the person: if it fails, the button and the password remain.
    offer().catch(() => undefined);
    return () => {
      isOpen = false;
      stop();
    };
  }, [api, enter]);
}
