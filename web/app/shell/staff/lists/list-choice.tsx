/** Switches between the lists of users and companies. */

import { SectionPicker } from "../../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../../ui/text.tsx";
import { inLanguage } from "../../navigation/locale-link.tsx";

const places = { users: "/admin", companies: "/admin/companies" } as const;

export function ListChoice({ current }: { current: keyof typeof places }) {
  const t = useText();
  const language = useLanguage();
  return (
    <SectionPicker
      label={t("admin.lists.which")}
      current={current}
      sections={(["users", "companies"] as const).map((id) => ({
        id,
        label: t(`admin.lists.${id}`),
        to: inLanguage(language, places[id]),
      }))}
    />
  );
}
