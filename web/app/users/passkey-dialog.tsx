/** Adds a passkey: its name and the password, then the device's own dialog. */

import { nameLimits } from "@portico/api/rules/limits.ts";
import { useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useRunChange } from "../shell/calls/use-change.ts";
import { isAlreadyThere, isDismissed } from "../shell/session/passkey-outcome.ts";
import { useProfile } from "../shell/session/session.ts";
import { LimitedInput } from "../ui/limited-input.tsx";
import { useText } from "../ui/text.tsx";
import { PasswordDialog } from "./password-dialog.tsx";

export function PasskeyDialog({ onClose, onAdded }: { onClose: () => void; onAdded: () => void }) {
  const t = useText();
  const api = useApi();
  const runChange = useRunChange();
  const { id } = useProfile();
  const [name, setName] = useState("");
  const [isMissing, setMissing] = useState(false);

  async function add(currentPassword: string) {
    const { makePasskey } = await import("./passkey.ts");
    const { options } = await api.sessions.beginPasskey({ params: { id }, body: { currentPassword } });
    const response = await makePasskey(options);
    await runChange((calls) =>
      calls.sessions.confirmPasskey({ params: { id }, body: { name: name.trim(), response } }),
    );
    onAdded();
  }

  return (
    <PasswordDialog
      title={t("users.factors.addPasskey")}
      text={t("users.factors.noPasskeys")}
      submitLabel={t("users.factors.continue")}
      failedText={(error) => t(isAlreadyThere(error) ? "users.factors.passkeyKnown" : "users.factors.passkeyFailed")}
      dismissedText={(error) => (isDismissed(error) ? t("users.factors.passkeyCancelled") : undefined)}
      isReady={() => {
        setMissing(name.trim() === "");
        return name.trim() !== "";
      }}
      action={add}
      onClose={onClose}
    >
      <LimitedInput
        name="passkeyName"
        label={t("users.factors.passkeyName")}
        description={t("users.factors.passkeyNameHint")}
        limit={nameLimits.passkey}
        data-autofocus
        value={name}
        error={isMissing && name.trim() === "" ? t("users.factors.passkeyNameMissing") : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </PasswordDialog>
  );
}
