/** A figure of a table that opens its list; nothing to open at zero. */
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useText } from "../../ui/text.tsx";

interface FigureProps {
  count: number;
  to: string;
  /** Of what, and whose. */
  kind: string;
  name: string;
}

export function Figure({ count, to, kind, name }: FigureProps) {
  const t = useText();
  if (count === 0) return 0;
  return (
    <LocaleLink to={to} aria-label={t("admin.workload.show", { kind, name, count: String(count) })}>
      {count}
    </LocaleLink>
  );
}
