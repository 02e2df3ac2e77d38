/** Links after a decision: the next waiting form, or back to the list. */

import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./review.module.css";
import { queuePath, reviewPath, useNextInQueue } from "./review-queue.ts";
import type { FormOf } from "./review-types.ts";

export function NextInQueue({ form, queue }: { form: FormOf; queue: URLSearchParams }) {
  const t = useText();
  const found = useNextInQueue(form, queue);
  if (!found) return null;
  const { count, next } = found;
  return (
    <nav className={styles.decision} aria-label={t("admin.reviews.title")} data-no-print>
      <p>{t("admin.review.waitingCount", { count })}</p>
      <span>
        <Button component={LocaleLink} to={queuePath(queue)} variant="default">
          {t("admin.reviews.title")}
        </Button>
        {next && (
          <Button component={LocaleLink} to={reviewPath(next, queue)}>
            {t("admin.review.next")}
          </Button>
        )}
      </span>
    </nav>
  );
}
