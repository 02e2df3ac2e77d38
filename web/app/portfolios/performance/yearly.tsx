/** A return over more than a year as a rate a year, on a line of its own; nothing for a shorter one. */
import { Percent } from "../../ui/figures.tsx";
import { useText } from "../../ui/text.tsx";

/** `percent` is missing in the answer of an older server. */
export function Yearly({ percent }: { percent: number | null | undefined }) {
  const t = useText();
  if (percent === null || percent === undefined) return null;
  return (
    <span style={{ display: "block" }}>
      <Percent result value={percent} /> {t("portfolios.performance.yearly")}
    </span>
  );
}
