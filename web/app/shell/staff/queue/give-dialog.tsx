/** Gives the selected to a colleague, oneself first, or to nobody. */
import type { BulkChange } from "@portico/api/bulk-changes.ts";
import { useState } from "react";
import { useText } from "../../../ui/text.tsx";
import { useApi } from "../../calls/api.tsx";
import { useCall } from "../../calls/use-call.ts";
import { useProfile } from "../../session/session.ts";
import { ChangeDialog } from "./change-dialog.tsx";
import { ColleagueChoice } from "./colleague-choice.tsx";

const nobody = "nobody";

interface GiveDialogProps {
  count: number;
  /** The change that gives them to the colleague; null: to nobody. */
  changeOf: (to: number | null) => BulkChange;
  onClose: () => void;
  onDone: () => void;
}

export function GiveDialog({ count, changeOf, onClose, onDone }: GiveDialogProps) {
  const t = useText();
  const { id: ownId, name: ownName } = useProfile();
  const { data: colleagues = [] } = useCall(useApi().colleagues.list, {}, { staleTime: 60_000 });
  const [to, setTo] = useState("");
  const name = colleagues.find(({ id }) => String(id) === to)?.name ?? ownName;
  return (
    <ChangeDialog
      title={t("admin.queue.giveTitle", { count })}
      change={to === "" ? undefined : changeOf(to === nobody ? null : Number(to))}
      confirmText={(changed) =>
        t(to === nobody ? "admin.queue.takeConfirm" : "admin.queue.giveConfirm", { count: changed })
      }
      doneText={(changed) =>
        to === nobody ? t("admin.queue.taken", { count: changed }) : t("admin.queue.given", { count: changed, name })
      }
      onClose={onClose}
      onDone={onDone}
    >
      <ColleagueChoice
        options={[
          { value: String(ownId), label: t("admin.queue.me", { name: ownName }) },
          ...colleagues
            .filter(({ id }) => id !== ownId)
            .map(({ id, name: other, users, companies }) => ({
              value: String(id),
              label: t("admin.assign.colleague", { name: other, count: users + companies }),
            })),
          { value: nobody, label: t("admin.assign.nobody") },
        ]}
        value={to}
        onChange={setTo}
      />
    </ChangeDialog>
  );
}
