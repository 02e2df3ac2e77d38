/** What may be done with a file of existing clients, each after a question where it cannot be undone at once. */
import type { ClientImport } from "@portico/api/client-imports.ts";
import { errorText } from "../../shell/calls/api.tsx";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { type Confirmation, openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useText } from "../../ui/text.tsx";
import { useMoveImport } from "./use-client-imports.ts";

type Asked = "book" | "discard" | "undo";

function useAsk({ id, counts, identified }: ClientImport): (action: Asked) => void {
  const t = useText();
  const runChange = useRunChange();
  const count = (counts.new ?? 0) + (counts.failed ?? 0);
  const texts: Record<Asked, Pick<Confirmation, "title" | "text" | "reason">> = {
    book: {
      title: t("admin.clientImports.bookTitle", { count }),
      text: t("admin.clientImports.bookText"),
      ...(identified > 0 && {
        reason: {
          label: t("admin.clientImports.reason"),
          hint: t("admin.clientImports.reasonHint", { count: identified }),
        },
      }),
    },
    discard: { title: t("admin.clientImports.discardTitle"), text: t("admin.clientImports.discardText") },
    undo: { title: t("admin.clientImports.undoTitle"), text: t("admin.clientImports.undoText") },
  };
  return (action) =>
    openConfirmation({
      ...texts[action],
      confirmLabel: t(`admin.clientImports.action.${action}`, { count }),
      cancelLabel: t("admin.clientImports.goOn"),
      destructive: action !== "book",
      action: async (reason) => {
        await runChange((api) =>
          api.clientImports.move({ params: { id }, body: { action, ...(reason && { reason }) } }),
        );
      },
    });
}

export function FileActions({ file }: { file: ClientImport }) {
  const t = useText();
  const { can, counts, needsColleague, id } = file;
  const ask = useAsk(file);
  const move = useMoveImport(id);
  const count = (counts.new ?? 0) + (counts.failed ?? 0);
  return (
    <>
      {can.discard && (
        <Button variant="default" onClick={() => ask("discard")}>
          {t("admin.clientImports.action.discard")}
        </Button>
      )}
      {can.undo && (
        <Button variant="default" onClick={() => ask("undo")}>
          {t("admin.clientImports.action.undo")}
        </Button>
      )}
      {(["stop", "resume"] as const)
        .filter((action) => can[action])
        .map((action) => (
          <Button key={action} variant="default" loading={move.isPending} onClick={() => move.mutate({ action })}>
            {t(`admin.clientImports.action.${action}`)}
          </Button>
        ))}
      {can.book && !needsColleague && (
        <Button onClick={() => ask("book")}>{t("admin.clientImports.action.book", { count })}</Button>
      )}
      {(counts.booked ?? 0) > 0 && file.state === "booked" && (
        <Button
          component={LocaleLink}
          variant={can.book ? "default" : "filled"}
          to={`/admin/client-invitations?file=${id}`}
        >
          {t("admin.clientImports.inviteNow")}
        </Button>
      )}
      {move.error && <Notice tone="failed">{errorText(t, move.error)}</Notice>}
    </>
  );
}
