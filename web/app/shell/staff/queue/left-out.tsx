/** What a change of many leaves out, each with the reason. */
import type { LeftOut } from "@portico/api/bulk-changes.ts";
import type { Translate } from "../../../ui/text.tsx";
import { useText } from "../../../ui/text.tsx";
import styles from "./queue.module.css";

export const leftText = (t: Translate, { id, name }: Pick<LeftOut, "id" | "name">): string =>
  name || t("admin.queue.number", { id });

const reasonText = (t: Translate, reason: LeftOut["reason"]): string =>
  reason === "unchanged" || reason === "byItself" ? t(`admin.queue.${reason}`) : t(`error.${reason}`);

interface LeftOutListProps {
  left: readonly LeftOut[];
  count: number;
}

export function LeftOutList({ left, count }: LeftOutListProps) {
  const t = useText();
  if (count === 0) return null;
  return (
    <section className={styles.left}>
      <p>{t("admin.queue.leftOut", { count })}</p>
      <ul>
        {left.map((one) => (
          <li key={one.id}>
            {leftText(t, one)}: {reasonText(t, one.reason)}
          </li>
        ))}
        {count > left.length && <li>{t("admin.assign.andMore", { count: count - left.length })}</li>}
      </ul>
    </section>
  );
}
