/** The firm's settings by section; without one in the address, the overview. */
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import subjects from "../../shell/staff/subjects.module.css";
import { useSetting } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { useHasDraft } from "../../ui/use-draft.ts";
import { SectionContent } from "./section-content.page.tsx";
import styles from "./settings.module.css";
import { SettingsNav, SettingsOverview } from "./settings-nav.tsx";
import { findSection, type SectionId, settingsDrafts } from "./settings-sections.ts";

/** An unknown section is a 404. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (params["section"] !== undefined && !findSection(params["section"]))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function SettingsPage() {
  const t = useText();
  // Who saves one setting saves each.
  const canChange = useSetting("portalRules").data?.can.save;
  const section = findSection(useParams()["section"]);
  // Unsaved input in another section counts too.
  useUnsaved(useHasDraft(settingsDrafts));
  return (
    <>
      <PageTitle>{t(section?.title ?? "admin.settings.title")}</PageTitle>
      {section && (
        <div className={subjects.back}>
          <BackLink to="/admin/settings">{t("admin.settings.all")}</BackLink>
        </div>
      )}
      <PageHead
        title={t("admin.settings.title")}
        actions={
          !section &&
          canChange && (
            <Button variant="default" component={LocaleLink} to="/admin/set-up">
              {t("admin.setUp.title")}
            </Button>
          )
        }
      >
        {!section && t("admin.settings.lead")}
      </PageHead>
      {canChange === false && !section?.ownRights && <Notice>{t("admin.settings.readOnly")}</Notice>}
      {section ? (
        <div className={subjects.beside}>
          <SettingsNav />
          <div className={styles.page}>
            <SectionContent key={section.id} id={section.id as SectionId} canChange={canChange ?? false} />
          </div>
        </div>
      ) : (
        <SettingsOverview />
      )}
    </>
  );
}
