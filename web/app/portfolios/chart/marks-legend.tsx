/** The legend of the marks, which switches them on and off. */
import { Button } from "../../ui/button.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./chart.module.css";
import { markKinds } from "./mark-groups.ts";
import { MarkShape } from "./mark-shape.tsx";
import type { useMarks } from "./use-marks.ts";

export function MarksLegend({ kinds, isShown, setShown, isError, retry }: ReturnType<typeof useMarks>) {
  const t = useText();
  if (isError)
    return (
      <p className={styles.failed} data-no-print>
        {t("portfolios.marks.failed")}{" "}
        <Button variant="subtle" size="sm" onClick={retry}>
          {t("ui.action.retry")}
        </Button>
      </p>
    );
  if (kinds.length === 0) return null;
  return (
    <label className={styles.legend} title={t("portfolios.marks.explain")} data-no-print={isShown ? undefined : true}>
      <input
        type="checkbox"
        checked={isShown}
        aria-label={t("portfolios.marks.toggle")}
        onChange={(event) => setShown(event.currentTarget.checked)}
        data-no-print
      />
      {markKinds
        .filter((kind) => kinds.includes(kind))
        .map((kind) => (
          <span key={kind} className={styles.markLine}>
            <MarkShape kind={kind} />
            {t(`portfolios.marks.legend.${kind}`)}
          </span>
        ))}
    </label>
  );
}
