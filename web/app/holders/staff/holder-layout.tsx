/** What all staff pages of one holder have: the way back to the list, and the sections of the holder. */
import { Outlet } from "react-router";
import { inLanguage, LocaleLink, useLocalPath } from "../../shell/locale-link.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useHolderOfAddress, useHolderRecord } from "./holder-address.ts";
import styles from "./holder-layout.module.css";
import { holderSections, sectionOfPath } from "./holder-sections.ts";

export { openHolder as clientLoader, openHolder as loader } from "./holder-address.ts";

export default function HolderLayout() {
  const t = useText();
  const language = useLanguage();
  const holder = useHolderOfAddress();
  const { holderType, holderId } = holder;
  const { isStaff } = useHolderRecord(holder);
  const path = useLocalPath();
  const isCompany = holderType === "company";
  return (
    <>
      <LocaleLink to={isCompany ? "/admin/companies" : "/admin"} className={styles.back} data-no-print>
        <Icon name="back" size={16} />
        {t(isCompany ? "admin.companies.back" : "admin.client.back")}
      </LocaleLink>
      <SectionPicker
        label={t("admin.holder.sections")}
        sections={holderSections(isStaff).map((id) => ({
          id,
          label: t(`admin.holder.section.${id}`),
          to: inLanguage(language, `/admin/${holderType}/${holderId}/${id}`),
        }))}
        current={sectionOfPath(path)}
      />
      <Outlet />
    </>
  );
}
