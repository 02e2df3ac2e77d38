/** On every client page: what the person must still do to become a client, with one action. */

import { type ClosedState, isClosed } from "@portico/api/holder-states.ts";
import { companyFormPath, ownFormPath } from "../shell/form-path.ts";
import { useBrand } from "../shell/layouts/brand.ts";
import { LocaleLink, useLocalPath } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { useProfile } from "../shell/session/session.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./onboarding.module.css";
import { useKycAlert } from "./use-kyc-alert.ts";

export default function KycAlert() {
  const { readOnly, company } = useActiveHolder();
  // The form itself says what to do.
  const onForm = useLocalPath().startsWith("/form/");
  if (readOnly || onForm) return null;
  const closed = company && isClosed(company.state) ? company.state : undefined;
  return <div data-no-print>{closed ? <Closed state={closed} subject="company" /> : <OwnAlert />}</div>;
}

function OwnAlert() {
  const t = useText();
  const { state, isOnlyDelegate } = useProfile();
  const status = useKycAlert();
  // Who only reads what others share is asked for nothing.
  if (!status || isOnlyDelegate) return null;
  const { alert, started } = status;
  if (alert !== "kyc") return <Closed state={alert} subject="user" />;
  const companyReturned = started?.state === "returnedKYC";
  const kind = companyReturned ? "companyReturned" : state === "returnedKYC" ? "returned" : "begin";
  return (
    <Notice tone="attention" title={t(`onboarding.alert.${kind}`)}>
      <p>{t(`onboarding.alert.${kind}Explain`)}</p>
      <div className={styles.actions}>
        <Button
          component={LocaleLink}
          to={companyReturned && started ? companyFormPath(started.id) : ownFormPath}
          size="sm"
        >
          {t(`onboarding.alert.${kind}Action`)}
        </Button>
      </div>
    </Notice>
  );
}

function Closed({ state, subject }: { state: ClosedState; subject: "user" | "company" }) {
  const t = useText();
  const { supportEmail } = useBrand();
  return (
    <Notice tone="failed" live={false} title={t(`onboarding.alert.${state}.${subject}`)}>
      <p>{t("onboarding.alert.closedExplain", { email: supportEmail })}</p>
    </Notice>
  );
}
