/** Whether a definition suits the holder by their risk profile, why not, and what to do. */
import type { FitFault } from "@portico/api/rules/funds.ts";
import { riskProfiles } from "@portico/kyc/risk-profile.ts";
import { formPath } from "../shell/form-path.ts";
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { useActiveHolder } from "../shell/session/active-holder.ts";
import { Notice } from "../ui/notice.tsx";
import { useText } from "../ui/text.tsx";

export interface Fit {
  faults: FitFault[];
  profile: string | null;
  allowedRisk: number | null;
}

/** Faults that the identity form resolves. */
const ofForm: ReadonlySet<FitFault> = new Set(["notApproved", "noRiskProfile", "riskTooHigh", "horizonTooShort"]);

export function FitNotice({ fit: { faults, profile, allowedRisk } }: { fit: Fit }) {
  const t = useText();
  const { holder, readOnly } = useActiveHolder();
  const known = riskProfiles.find((each) => each === profile);
  const whose = holder.holderType;
  const isBad = faults.some((fault) => fault !== "alreadyAsked" && fault !== "alreadyJoined");
  return (
    <Notice
      tone={isBad ? "attention" : faults.length > 0 ? "info" : "done"}
      title={t(isBad ? "funds.fit.not" : faults.length > 0 ? "funds.fit.already" : "funds.fit.fits")}
    >
      {known && allowedRisk !== null && (
        <p>{t(`funds.fit.profile.${whose}`, { profile: t(`funds.profile.${known}`), risk: allowedRisk })}</p>
      )}
      {faults.map((fault) => (
        <p key={fault}>{t(`funds.fit.${fault}`)}</p>
      ))}
      {!readOnly && faults.some((fault) => ofForm.has(fault)) && (
        <p>
          <LocaleLink to={formPath(holder)}>{t("funds.fit.toForm")}</LocaleLink>
        </p>
      )}
    </Notice>
  );
}

/** In a list: whether the risk is one that the holder's profile allows. Nothing if that is not known. */
export function FitWord({ fit, risk }: { fit: Fit | undefined; risk: number }) {
  const t = useText();
  if (!fit || fit.allowedRisk === null) return null;
  return <p>{t(risk <= fit.allowedRisk ? "funds.fit.within" : "funds.fit.above")}</p>;
}
