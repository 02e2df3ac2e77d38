/** Keeps a remark that was typed as a ready text for its field, in the client's language. */
import { cannedLimits } from "@portico/api/rules/canned-answers.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { errorText, useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { useHasLevel } from "../../shell/staff/staff-access.ts";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";

interface KeepRemarkProps {
  holder: Holder;
  /** The name of the field. */
  field: string;
  text: string;
}

/** The first words, as many as a title holds. */
const titleOf = (text: string): string => {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > cannedLimits.title ? `${line.slice(0, cannedLimits.title - 1)}…` : line;
};

export function KeepRemark({ holder: { holderType, holderId }, field, text }: KeepRemarkProps) {
  const t = useText();
  const isOffice = useHasLevel("office");
  const { data } = useCall(useApi().cannedAnswers.listFor, { params: { holderType, holderId } });
  const words = text.trim();
  const keep = useChange((api, language: "bg" | "en" | "pl") =>
    api.cannedAnswers.create({
      body: {
        title: titleOf(words),
        texts: { bg: null, en: null, pl: null, [language]: words },
        use: "remark",
        fields: [field],
      },
    }),
  );
  const isKept = data?.answers.some(({ texts }) => Object.values(texts).includes(words)) === true;
  if (!isOffice || !data || words === "" || isKept) return null;
  return (
    <Button
      size="compact-sm"
      variant="subtle"
      loading={keep.isPending}
      onClick={() =>
        keep.mutate(data.language, {
          onSuccess: () => alert.success(t("admin.canned.kept")),
          onError: (error) => alert.error(errorText(t, error)),
        })
      }
    >
      {t("admin.canned.keep")}
    </Button>
  );
}
