/** The staff dashboard: what waits for the reader, for nobody and for colleagues; each figure opens its list. */

import { lastingPages } from "@portico/api/rules/content.ts";
import { ruleOf } from "@portico/api/rules/set-up-steps.ts";
import { Fragment } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PageHead } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { useApi } from "../calls/api.tsx";
import { PendingQuery } from "../calls/query-states.tsx";
import { useCall } from "../calls/use-call.ts";
import { PageTitle } from "../layouts/page-title.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { useProfile } from "../session/session.ts";
import { DemoOffer } from "./demo-offer.tsx";
import { type DeskParts, kindsOfReader, partsOfDesk } from "./desk.ts";
import { DeskTiles, listOnDesk } from "./desk-tiles.tsx";
import { FirstSteps, WhoSetsUp } from "./first-steps.tsx";
import { useHasLevel } from "./staff-access.ts";
import styles from "./staff-dashboard.module.css";
import { useDesk } from "./use-desk.ts";
import { listOfWork } from "./work-lists.ts";

/** Texts that the firm has to show to everybody who registers, and that are nowhere. */
function MissingTexts() {
  const t = useText();
  const { data } = useCall(useApi().content.list);
  if (!data) return null;
  const missing = lastingPages.filter((page) => {
    if (data.pages.some((published) => published.page === page)) return false;
    // Terms and privacy notice may also be at an address of the firm's own.
    const address = page === "terms" || page === "privacy" ? data.documents[page] : undefined;
    return address === undefined || Object.values(address).includes(null);
  });
  if (missing.length === 0) return null;
  return (
    <Notice tone="attention" title={t("admin.dashboard.missingTexts")}>
      <p>
        {t("admin.dashboard.missingTextsWhich", {
          pages: missing.map((page) => t(`shell.learnMore.${page}`)).join(", "),
        })}
      </p>
      <LocaleLink to="/admin/content">{t("admin.content.title")}</LocaleLink>
    </Notice>
  );
}

/** What administrators find first while the firm takes no registrations: how far it is set up. */
function NotSetUp() {
  const t = useText();
  const api = useApi();
  const published = useCall(api.content.list);
  const { data } = useCall(api.setUp.get, {}, { enabled: published.data?.registration === false });
  if (!data || data.registration.takes) return null;
  const missing = data.steps.filter(({ id, lacks }) => lacks.length > 0 && !ruleOf(id).optional).length;
  return (
    <Notice tone="attention" title={t("admin.setUp.card", { missing })}>
      <p className={styles.ways}>
        <LocaleLink to="/admin/set-up">{t("admin.setUp.title")}</LocaleLink>
        <DemoOffer />
      </p>
    </Notice>
  );
}

export default function StaffDashboardPage() {
  const t = useText();
  const { id, name } = useProfile();
  const isAdmin = useHasLevel("admin");
  const query = useDesk();
  const published = useCall(useApi().content.list);
  // Nothing waits, and nobody can come: figures would all be zero.
  const isEmpty = published.data?.registration === false && query.data?.rows.length === 0;
  const kinds = kindsOfReader(useHasLevel("office"));
  return (
    <>
      <PageTitle>{t("admin.dashboard.title")}</PageTitle>
      <PageHead
        title={t("admin.dashboard.greeting", { name })}
        actions={
          <Button variant="default" component={LocaleLink} to="/admin/workload">
            {t("admin.workload.title")}
          </Button>
        }
      >
        {t("admin.dashboard.lead")}
      </PageHead>
      {isEmpty && (isAdmin ? <FirstSteps /> : <WhoSetsUp />)}
      {!isEmpty && isAdmin && <NotSetUp />}
      {!isEmpty && <MissingTexts />}
      {query.data ? (
        !isEmpty && <Desk desk={partsOfDesk(query.data, id, kinds)} readerId={id} />
      ) : (
        <PendingQuery query={query} />
      )}
    </>
  );
}

function Desk({ desk: { mine, ofNobody, colleagues, empty }, readerId }: { desk: DeskParts; readerId: number }) {
  const t = useText();
  return (
    <>
      <Part title={t("admin.desk.mine")} none={t("admin.desk.noneMine")} entries={mine} person={readerId} />
      <Part title={t("admin.desk.ofNobody")} none={t("admin.desk.noneOfNobody")} entries={ofNobody} person={0} />
      {colleagues.length > 0 && <Colleagues colleagues={colleagues} />}
      {empty.length > 0 && (
        <p className={styles.nothing}>
          {t("admin.workload.nothing")}{" "}
          {empty.map((kind, place) => (
            <Fragment key={kind}>
              {place > 0 && " · "}
              <LocaleLink to={listOfWork(kind, undefined)}>{t(`admin.dashboard.${kind}`)}</LocaleLink>
            </Fragment>
          ))}
        </p>
      )}
    </>
  );
}

interface PartProps {
  title: string;
  /** Said if nothing is there. */
  none: string;
  entries: DeskParts["mine"];
  /** 0: nobody. */
  person: number;
}

function Part({ title, none, entries, person }: PartProps) {
  return (
    <section className={styles.part}>
      <h2>{title}</h2>
      {entries.length === 0 ? (
        <p className={styles.none}>{none}</p>
      ) : (
        <DeskTiles label={title} entries={entries} person={person} />
      )}
    </section>
  );
}

/** What colleagues look after, one line each. */
function Colleagues({ colleagues }: Pick<DeskParts, "colleagues">) {
  const t = useText();
  return (
    <section className={styles.part}>
      <h2>{t("admin.desk.colleagues")}</h2>
      <ul className={styles.colleagues}>
        {colleagues.map(({ person, name, entries }) => (
          <li key={person}>
            <strong>{name}</strong>
            {entries.map(({ kind, count }) => (
              <LocaleLink key={kind} to={listOnDesk(kind, person)}>
                {t("admin.desk.figure", { kind: t(`admin.dashboard.${kind}`), count: String(count) })}
              </LocaleLink>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
