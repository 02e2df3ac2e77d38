/** The staff page of a company. */
import type { companies } from "@portico/api/companies.ts";
import type { Answer } from "@portico/api/endpoint.ts";
import { isClientNumber } from "@portico/api/rules/client-number.ts";
import { useState } from "react";
import { InCharge } from "../../colleagues/staff/in-charge.tsx";
import { ClientContracts } from "../../contracts/staff/client-contracts.tsx";
import { ClientDocuments } from "../../documents/staff/client-documents.tsx";
import { statedText } from "../../holders/not-alone.tsx";
import { AwaitedHolder } from "../../holders/staff/awaited-holder.tsx";
import { useClientNumberConflict } from "../../holders/staff/client-number-conflict.tsx";
import { HolderActions } from "../../holders/staff/holder-actions.tsx";
import { Representation } from "../../holders/staff/representation.tsx";
import { NotifyForm } from "../../notifications/staff/notify-form.tsx";
import { OwnerShares } from "../../ownership/staff/owner-shares.tsx";
import { ClientRequests } from "../../payments/staff/client-requests.tsx";
import { OpenProposals } from "../../proposals/staff/open-proposals.tsx";
import { ScreeningMark } from "../../screening/staff/screening-mark.tsx";
import { useApi } from "../../shell/calls/api.tsx";
import { useCall } from "../../shell/calls/use-call.ts";
import { useRunChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import { Button } from "../../ui/button.tsx";
import { RecordTime } from "../../ui/dates.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { PageHead, Section } from "../../ui/section.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "../../users/staff/user.module.css";
import { ViewAsButton } from "../../view-as/staff/view-as-button.tsx";

type Company = Answer<(typeof companies)["get"]>;

export function CompanyPage({ id }: { id: number }) {
  const t = useText();
  const language = useLanguage();
  const api = useApi();
  const query = useCall(api.companies.get, { params: { id } });
  const { data: company } = query;
  if (!company)
    return (
      <>
        <PageTitle>{t("admin.companies.title")}</PageTitle>
        <AwaitedHolder query={query} kind="company" />
      </>
    );
  const holder = { holderType: "company", holderId: id } as const;
  const name = company.name || t("shell.account.newCompany");
  return (
    <>
      <PageTitle>{name}</PageTitle>
      <PageHead
        title={name}
        actions={
          <ViewAsButton holder={holder} name={name} state={company.state} clientNumber={company.client_number} />
        }
      >
        <ScreeningMark holder={holder} />
      </PageHead>
      <OpenProposals holder={holder} />
      <div className={styles.columns}>
        <div>
          <HolderActions
            holder={holder}
            name={name}
            listed={company.listed_state ?? company.state}
            stateBefore={company.state_before_disabled}
            can={company.can}
          />
          <Details company={company} />
        </div>
        <div>
          <ClientRequests holder={holder} />
          <ClientContracts holder={holder} />
          <ClientDocuments holder={holder} />
          <Representation
            of={{ companyId: id }}
            others={company.representatives.map((one) => ({
              id: one.id,
              name: one.name,
              note: [one.email, one.stated !== undefined && statedText(t, language, one.stated)]
                .filter(Boolean)
                .join(" · "),
              suspended: one.suspended,
            }))}
            canEdit={company.can?.represent ?? false}
          />
          <OwnerShares companyId={id} />
          <InCharge
            holder={{ ...holder, name }}
            current={company.assigned_to}
            canAssign={company.can?.change ?? false}
          />
          {company.can?.notify && <NotifyForm to={holder} />}
        </div>
      </div>
    </>
  );
}

function Details({ company }: { company: Company }) {
  const t = useText();
  return (
    <Section title={t("admin.client.details")}>
      <dl className={styles.facts}>
        <dt>{t("admin.companies.creator")}</dt>
        <dd>
          <LocaleLink to={`/admin/user/${company.creator.id}/profile`}>{company.creator.name}</LocaleLink>
        </dd>
        <dt>{t("admin.client.registered")}</dt>
        <dd>
          <RecordTime at={company.created_at} />
        </dd>
        <dt>{t("admin.client.id")}</dt>
        <dd>{company.id}</dd>
      </dl>
      <div className={styles.gap}>
        {company.can?.change ? (
          <NumberForm company={company} />
        ) : (
          <p>{company.client_number ?? t("admin.client.numberNone")}</p>
        )}
      </div>
    </Section>
  );
}

function NumberForm({ company }: { company: Company }) {
  const t = useText();
  const runChange = useRunChange();
  const guarded = useFourEyesTexts();
  const numberConflict = useClientNumberConflict();
  const [typed, setTyped] = useState(company.client_number ?? "");
  const number = typed.trim();
  const isChanged = number !== (company.client_number ?? "");
  const isFine = number === "" || isClientNumber(number);

  function ask() {
    const clientNumber = number === "" ? null : number;
    openConfirmation({
      title: t("admin.companies.numberTitle", { name: company.name }),
      ...guarded(
        t("admin.companies.numberText", {
          before: company.client_number ?? t("admin.client.numberNone"),
          after: clientNumber ?? t("admin.client.numberNone"),
        }),
        t("ui.action.confirm"),
      ),
      destructive: clientNumber === null,
      failure: (error) => numberConflict(error, number),
      action: async (reason) => {
        const { proposalId } = await runChange((api) =>
          api.companies.setClientNumber({
            params: { id: company.id },
            body: { clientNumber, ...(reason && { reason }) },
          }),
        );
        if (proposalId !== null) setTyped(company.client_number ?? "");
        alert.success(t(proposalId === null ? "admin.client.numberDone" : "admin.transition.proposed"));
      },
    });
  }

  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && isFine) ask();
      }}
    >
      <LimitedInput
        label={t("admin.client.number")}
        limit={40}
        autoComplete="off"
        value={typed}
        error={isFine ? undefined : t("admin.client.numberBad")}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {isChanged && (
        <Button type="submit" disabled={!isFine}>
          {t("ui.action.save")}
        </Button>
      )}
    </form>
  );
}
