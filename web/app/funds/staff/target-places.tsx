/** The staff's pages of target funds. */
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

const places = { definitions: "/admin/target", funds: "/admin/target/funds", joins: "/admin/target/joins" } as const;

export function TargetPlaces({ current }: { current: keyof typeof places }) {
  const t = useText();
  const language = useLanguage();
  return (
    <SectionPicker
      label={t("admin.funds.places")}
      current={current}
      sections={(["definitions", "funds", "joins"] as const).map((id) => ({
        id,
        label: t(`admin.funds.place.${id}`),
        to: inLanguage(language, places[id]),
      }))}
    />
  );
}
