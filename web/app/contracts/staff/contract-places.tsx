/** Switches between the contracts of all clients, the templates and the batches. */
import { inLanguage } from "../../shell/navigation/locale-link.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";

const places = {
  contracts: "/admin/contracts",
  templates: "/admin/contracts/templates",
  batches: "/admin/contracts/batches",
} as const;

export function ContractPlaces({ current }: { current: keyof typeof places }) {
  const t = useText();
  const language = useLanguage();
  return (
    <SectionPicker
      label={t("admin.contracts.places")}
      current={current}
      sections={(["contracts", "templates", "batches"] as const).map((id) => ({
        id,
        label: t(`admin.contracts.place.${id}`),
        to: inLanguage(language, places[id]),
      }))}
    />
  );
}
