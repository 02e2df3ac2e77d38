/** The firm's settings: brand, rules, signing in of staff. */
import { PageTitle } from "../../shell/page-title.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useHasLevel } from "../staff-access.ts";
import { AmountBandsForm } from "./amount-bands-form.tsx";
import { BrandForm } from "./brand-form.tsx";
import { ClientRequestsForm } from "./client-requests-form.tsx";
import { DataFields } from "./data-fields.tsx";
import { DeclarationTextsForm } from "./declaration-texts-form.tsx";
import { FirmDocumentsForm } from "./firm-documents-form.tsx";
import { Groups } from "./groups.tsx";
import { JobRuns } from "./job-runs.tsx";
import { FourEyes, KycRules } from "./kyc-rules.tsx";
import { RulesForm } from "./rules-form.tsx";
import { SettingCard } from "./setting-card.tsx";
import styles from "./settings.module.css";
import { StaffFactor } from "./staff-factor.tsx";

export default function SettingsPage() {
  const t = useText();
  const mayChange = useHasLevel("admin");
  return (
    <div className={styles.page}>
      <PageTitle>{t("admin.settings.title")}</PageTitle>
      <PageHead title={t("admin.settings.title")}>{t("admin.settings.lead")}</PageHead>
      {!mayChange && <Notice>{t("admin.settings.readOnly")}</Notice>}
      <SettingCard name="brand" title={t("admin.settings.brand")} hint={t("admin.settings.brandHint")}>
        {(saved) => <BrandForm saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard name="portalRules" title={t("admin.settings.rules")}>
        {(saved) => <RulesForm saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard name="staffSecondFactor" title={t("admin.settings.security")}>
        {(saved) => <StaffFactor saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard name="fourEyes" title={t("admin.settings.fourEyesTitle")}>
        {(saved) => <FourEyes saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard name="kycRules" title={t("admin.settings.kycRules")}>
        {(saved) => <KycRules saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard
        name="firmDocuments"
        title={t("admin.settings.firmDocuments")}
        hint={t("admin.settings.firmDocumentsHint")}
      >
        {(saved) => <FirmDocumentsForm saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard
        name="declarationTexts"
        title={t("admin.settings.declarationTexts")}
        hint={t("admin.settings.declarationTextsHint")}
      >
        {(saved) => <DeclarationTextsForm saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard
        name="amountBands"
        title={t("admin.settings.amountBands")}
        hint={t("admin.settings.amountBandsHint")}
      >
        {(saved) => <AmountBandsForm saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <SettingCard name="clientRequests" title={t("admin.settings.clientRequests")}>
        {(saved) => <ClientRequestsForm saved={saved} mayChange={mayChange} />}
      </SettingCard>
      <DataFields mayChange={mayChange} />
      <Groups mayChange={mayChange} />
      {mayChange && <JobRuns />}
    </div>
  );
}
