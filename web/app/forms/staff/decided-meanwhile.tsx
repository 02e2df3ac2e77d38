/** Tells a reviewer that a colleague has decided the form meanwhile, and how. */
import { formatMoment } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import type { Review } from "./review-types.ts";

export function DecidedMeanwhile({ decision }: { decision: NonNullable<Review["decision"]> }) {
  const t = useText();
  const language = useLanguage();
  return (
    <Notice tone="attention" live>
      {t("admin.review.meanwhile", {
        name: decision.by.name,
        at: formatMoment(language, decision.at),
        decision: t(`admin.review.decision.${decision.decision}`),
      })}
    </Notice>
  );
}
