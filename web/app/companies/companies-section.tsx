/** The person's companies: act for one, continue or discard the started one, start one, request an update. */

import { openStates, startedStates } from "@portico/api/holder-states.ts";
import { useMutation } from "@tanstack/react-query";
import { errorText, useApi } from "../shell/calls/api.tsx";
import { useRunChange } from "../shell/calls/use-change.ts";
import { useKnown } from "../shell/calls/use-known.ts";
import { alert } from "../shell/dialogs/alert.ts";
import { openConfirmation } from "../shell/dialogs/confirmation.ts";
import { companyFormPath } from "../shell/form-path.ts";
import { LocaleLink, useLocaleNavigate } from "../shell/navigation/locale-link.tsx";
import { type KeptCompany, setCompanies, useActiveHolder, useCompanies } from "../shell/session/active-holder.ts";
import { useProfile } from "../shell/session/session.ts";
import { useActFor } from "../shell/session/use-act-for.ts";
import { Button } from "../ui/button.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";
import styles from "./companies.module.css";
import { CompanySummary } from "./company-summary.tsx";

export function CompaniesSection() {
  const t = useText();
  const companies = useCompanies();
  const { create } = useCompanyActions();
  const hasStarted = companies.some(({ state }) => startedStates.includes(state));
  return (
    <div id="companies">
      <Section
        title={t("companies.section.title")}
        hint={t("companies.section.hint")}
        actions={
          !hasStarted && (
            <Button variant="default" size="sm" loading={create.isPending} onClick={() => create.mutate()}>
              {t("companies.section.create")}
            </Button>
          )
        }
      >
        {companies.length === 0 ? (
          <p className={styles.none}>{t("companies.section.none")}</p>
        ) : (
          <ul className={styles.list}>
            {companies.map((company) => (
              <CompanyLine key={company.id} company={company} />
            ))}
          </ul>
        )}
      </Section>
    </div>
  );
}

function CompanyLine({ company }: { company: KeptCompany }) {
  const t = useText();
  const activeHolder = useActiveHolder();
  const { discard, requestUpdate } = useCompanyActions();
  const actFor = useActFor();
  const { state, can } = company;
  const isActive = activeHolder.company?.id === company.id;
  const name = company.name || t("shell.account.newCompany");
  return (
    <li>
      <CompanySummary company={company} />
      <div className={styles.actions}>
        {openStates.includes(state) && (
          <Button component={LocaleLink} to={companyFormPath(company.id)} size="sm">
            {t(state === "returnedKYC" ? "companies.section.answer" : "companies.section.continue")}
          </Button>
        )}
        {(state === "pendingKYC" || state === "postKYC" || state === "rejected") && (
          <Button component={LocaleLink} to={companyFormPath(company.id)} size="sm" variant="default">
            {t("companies.section.look")}
          </Button>
        )}
        {can?.discard && (
          <Button
            size="sm"
            variant="subtle"
            onClick={() =>
              openConfirmation({
                title: company.name
                  ? t("companies.discard.title", { name: company.name })
                  : t("companies.discard.titleUnnamed"),
                text: t("companies.discard.text"),
                confirmLabel: t("companies.discard.confirm"),
                destructive: true,
                action: discard,
              })
            }
          >
            {t("companies.section.discard")}
          </Button>
        )}
        {can?.requestUpdate && (
          <Button
            size="sm"
            variant="subtle"
            onClick={() =>
              openConfirmation({
                title: t("companies.update.title", { name }),
                text: t("companies.update.text"),
                confirmLabel: t("companies.update.confirm"),
                action: () => requestUpdate(company.id),
              })
            }
          >
            {t("companies.section.update")}
          </Button>
        )}
        {!isActive && (
          <Button size="sm" variant="default" onClick={() => actFor(company.id)}>
            {t("companies.section.act")}
          </Button>
        )}
        {isActive && <span className={styles.active}>{t("companies.section.active")}</span>}
      </div>
    </li>
  );
}

function useCompanyActions() {
  const t = useText();
  const api = useApi();
  const known = useKnown();
  const runChange = useRunChange();
  const navigate = useLocaleNavigate();
  const { id: userId } = useProfile();

  const create = useMutation({
    mutationFn: () => runChange((calls) => calls.companies.create({ params: { userId }, body: {} })),
    onSuccess: (company) => navigate(companyFormPath(company.id)),
    onError: (error) => alert.error(errorText(t, error)),
  });

  async function discard() {
    await runChange((calls) => calls.forms.discardCompanyForm({ params: { id: userId } }));
    // Removed from the page before the dialog closes, because the dialog returns the focus to where it was opened.
    setCompanies(known.find<KeptCompany[]>(api.companies.listOwn, { params: { userId } })?.state.data ?? []);
    alert.success(t("companies.discard.done"));
  }

  async function requestUpdate(companyId: number) {
    await runChange((calls) => calls.companies.requestUpdate({ params: { id: companyId }, body: {} }));
    navigate(companyFormPath(companyId));
  }

  return { create, discard, requestUpdate };
}
