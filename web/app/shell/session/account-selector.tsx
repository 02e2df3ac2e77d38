/** The active holder; always visible, coloured for a company, and known only to the browser. */
import { isStaff } from "@portico/api/permissions.ts";
import { Disclosure } from "../../ui/disclosure.tsx";
import { Icon } from "../../ui/icon.tsx";
import { loadedPart } from "../../ui/loaded-part.tsx";
import { type Translate, useText } from "../../ui/text.tsx";
import { clientNumberText } from "../client-number.ts";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { useStopSending } from "../unsent/use-stop-sending.ts";
import styles from "./account-selector.module.css";
import { type ActiveHolder, useCompanies, useIsActiveHolderKnown, useOptionalActiveHolder } from "./active-holder.ts";
import { type Session, useSession } from "./session.ts";
import { useActFor } from "./use-act-for.ts";

export function AccountSelector() {
  const session = useSession();
  const activeHolder = useOptionalActiveHolder();
  const companies = useCompanies();
  const isActiveHolderKnown = useIsActiveHolderKnown();
  if (!session || !activeHolder || !isActiveHolderKnown) return <div className={styles.selector} />;
  if (activeHolder.readOnly || (companies.length === 0 && isStaff(session.profile.role)))
    return (
      <div className={styles.selector}>
        <Current activeHolder={activeHolder} session={session} />
      </div>
    );
  return <Choice activeHolder={activeHolder} session={session} />;
}

/** The selector's text: the holder and their client number; who acts for themself alone is not said to act for somebody. */
function currentLabels(
  t: Translate,
  activeHolder: ActiveHolder,
  session: Session,
  hasChoice: boolean,
): [label: string, name: string, number: string] {
  const { role } = session.profile;
  return [
    hasChoice || activeHolder.readOnly ? t("shell.account.actingFor") : "",
    activeHolder.name || t("shell.account.newCompany"),
    !activeHolder.clientNumber && isStaff(role) && !activeHolder.company && !activeHolder.readOnly
      ? t(`users.role.${role}`)
      : // Who only reads what others share awaits no number.
        session.profile.isOnlyDelegate
        ? ""
        : clientNumberText(t, activeHolder.clientNumber, activeHolder.state),
  ];
}

function Current({ activeHolder, session }: { activeHolder: ActiveHolder; session: Session }) {
  const hasChoice = useCompanies().length > 0;
  const [actingFor, name, number] = currentLabels(useText(), activeHolder, session, hasChoice);
  return (
    <>
      <span className={styles.name}>
        {actingFor && <span className={styles.label}>{actingFor}</span>} {name}
      </span>{" "}
      <span className={styles.number}>{number}</span>
    </>
  );
}

/** Few have any: it is loaded when the list is opened. */
const SharedWithMe = loadedPart(() => import("./shared-with-me.tsx"));

function Choice({ activeHolder, session }: { activeHolder: ActiveHolder; session: Session }) {
  const t = useText();
  const companies = useCompanies();
  const stopSending = useStopSending();
  const actFor = useActFor();
  const { name, state, client_number, isOnlyDelegate } = session.profile;

  const choices = [
    { companyId: null, name, number: isOnlyDelegate ? "" : clientNumberText(t, client_number, state) },
    ...companies.map((company) => ({
      companyId: company.id,
      name: company.name,
      number: clientNumberText(t, company.client_number, company.state),
    })),
  ];
  return (
    <div className={styles.selector} data-company={activeHolder.company ? true : undefined}>
      <Disclosure
        buttonClassName={styles.button}
        panelSide="start"
        button={
          <>
            <span className={styles.text}>
              <span className="visually-hidden">{t("shell.account.choose")}: </span>
              <Current activeHolder={activeHolder} session={session} />
            </span>
            <Icon name="chevronDown" size={16} />
          </>
        }
      >
        {(close) => (
          <>
            <p className={styles.heading}>{t("shell.account.chooseTitle")}</p>
            <ul className={styles.list}>
              {choices.map((choice) => {
                const isActive = (activeHolder.company?.id ?? null) === choice.companyId;
                return (
                  <li key={choice.companyId ?? "self"}>
                    <button
                      type="button"
                      className={styles.item}
                      aria-current={isActive || undefined}
                      onClick={() => {
                        stopSending(() => actFor(choice.companyId));
                        close();
                      }}
                    >
                      <Icon name={choice.companyId === null ? "person" : "company"} />
                      <span className={styles.text}>
                        <span>{choice.name || t("shell.account.newCompany")}</span>
                        <span className={styles.number}>{choice.number}</span>
                      </span>
                      {isActive && <Icon name="check" size={16} />}
                    </button>
                  </li>
                );
              })}
            </ul>
            <SharedWithMe userId={session.profile.id} onLeave={close} />
            <LocaleLink to="/profile#companies" className={styles.item} onClick={close}>
              <Icon name="plus" />
              {t("shell.account.companies")}
            </LocaleLink>
          </>
        )}
      </Disclosure>
    </div>
  );
}
