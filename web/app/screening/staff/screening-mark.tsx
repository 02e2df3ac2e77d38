/** How it stands with a client's screening, beside their name. Nothing for readers below the office. */
import { isOpenCandidate } from "@portico/api/rules/screening.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { StatusBadge, type StatusColour } from "../../ui/status-badge.tsx";
import { useText } from "../../ui/text.tsx";
import { useHolderScreening } from "./use-screening.ts";

const colours = { due: "orange", open: "orange", true: "red", clear: "green" } as const satisfies Record<
  string,
  StatusColour
>;
export function ScreeningMark({ holder }: { holder: Holder }) {
  const t = useText();
  const { data } = useHolderScreening(holder);
  if (!data || data.state === "off") return null;
  const { state, candidates } = data;
  const count = candidates.filter(isOpenCandidate).length;
  return (
    <LocaleLink to={`/admin/${holder.holderType}/${holder.holderId}/screening`}>
      <StatusBadge status={state} colour={colours[state]}>
        {t("admin.screening.title")}: {t(`admin.screening.holder.${state}`, { count })}
      </StatusBadge>
    </LocaleLink>
  );
}
