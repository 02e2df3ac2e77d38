/** Starts a view-as: asks for a reason, which the client can read. */
import type { HolderState } from "@portico/api/holder-states.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { useState } from "react";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useFailure } from "../../shell/calls/use-refusal.ts";
import { useLocaleNavigate } from "../../shell/navigation/locale-link.tsx";
import { setViewAs } from "../../shell/session/view-as.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog, DialogActions } from "../../ui/dialog.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";

const reasonMinimum = 5;

export function ViewAsButton(seen: { holder: Holder; name: string; state: HolderState; clientNumber: string | null }) {
  const t = useText();
  const api = useApi();
  const navigate = useLocaleNavigate();
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useFailure();

  async function begin() {
    setBusy(true);
    setFailure(undefined);
    try {
      const view = await api.viewAs.begin({ params: seen.holder, body: { reason: reason.trim() } });
      setViewAs({ ...seen, id: view.viewAsId, until: Date.parse(view.until) });
      navigate("/dashboard");
    } catch (error) {
      setFailure(errorText(t, error));
      setBusy(false);
    }
  }

  return (
    <>
      <Button size="sm" variant="default" leftSection={<Icon name="eye" size={16} />} onClick={() => setOpen(true)}>
        {t("admin.viewAs.open")}
      </Button>
      <Dialog opened={isOpen} onClose={() => setOpen(false)} title={t("admin.viewAs.title", { name: seen.name })}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (reason.trim().length >= reasonMinimum) void begin();
          }}
        >
          <p>{t("admin.viewAs.text")}</p>
          <LimitedInput
            mt="md"
            label={t("admin.viewAs.reason")}
            description={t("admin.viewAs.reasonHint")}
            limit={300}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
          {failure && <Notice tone="failed">{failure}</Notice>}
          <DialogActions onCancel={() => setOpen(false)}>
            <Button type="submit" loading={busy} disabled={reason.trim().length < reasonMinimum}>
              {t("admin.viewAs.begin")}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
    </>
  );
}
