/** After the second factor: stores the session and completes the sign-in row. */
import { useMantineColorScheme } from "@mantine/core";
import { useCallback } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { type SignedIn, signIn } from "../shell/session/session.ts";
import { forgetPendingEmail } from "./pending-email.ts";
import { parseBrowser } from "./this-browser.ts";

/** The guard then leads to the page the person wanted, or to the dashboard. */
export function useEnter(): (answer: SignedIn) => Promise<void> {
  const api = useApi();
  const { setColorScheme } = useMantineColorScheme();
  return useCallback(
    async (answer) => {
      const { id, preferences } = answer.userData;
      forgetPendingEmail();
      await signIn(answer);
      if (preferences.theme) setColorScheme(preferences.theme);
      // The row exists since verify; a failure to add the browser's data is not reported.
      api.analytics
        .recordSignIn({ params: { userId: id }, body: parseBrowser(navigator.userAgent) })
        .catch(() => undefined);
    },
    [api, setColorScheme],
  );
}
