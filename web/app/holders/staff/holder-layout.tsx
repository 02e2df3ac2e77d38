/** What all staff pages of one holder have: the way back to the list, and the sections of the holder. */
import { Outlet, useSearchParams } from "react-router";
import { inLanguage, useLocalPath } from "../../shell/navigation/locale-link.tsx";
import { BackToList } from "../../shell/staff/lists/back-to-list.tsx";
import { listIn, withList } from "../../shell/staff/lists/list-of-reader.ts";
import { SectionPicker } from "../../ui/section-picker.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { useHolderOfAddress, useHolderRecord } from "./holder-address.ts";
import styles from "./holder-head.module.css";
import { HolderHead } from "./holder-head.tsx";
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
  const isTicket = /\/tickets\/\d+$/.test(path);
  const clients = isCompany ? "/admin/companies" : "/admin";
  const [params] = useSearchParams();
  const from = listIn(params, [clients]);
  const pathOf = (section: string) => `/admin/${holderType}/${holderId}/${section}`;
  return (
    <>
      {/* A ticket's page has its own way back, and needs the room for the answer. */}
      {!isTicket && (
        <BackToList
          lists={[
            { path: clients, label: t(isCompany ? "admin.companies.back" : "admin.client.back") },
            { path: "/admin/analytics", label: t("admin.analytics.title") },
          ]}
        />
      )}
      <div className={isTicket ? styles.besideTicket : undefined}>
        <HolderHead holder={holder} />
        <SectionPicker
          label={t("admin.holder.sections")}
          sections={holderSections(isStaff).map(({ id, label }) => ({
            id,
            label: t(label),
            to: inLanguage(language, from === undefined ? pathOf(id) : withList(pathOf(id), from)),
          }))}
          current={sectionOfPath(path)}
        />
      </div>
      <Outlet />
    </>
  );
}
