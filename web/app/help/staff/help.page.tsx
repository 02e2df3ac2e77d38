/** The staff's help: all subjects with a search, or the one in the address. */
import { type HelpSubject, helpSubjects } from "@portico/messages/help/subjects.ts";
import { Suspense, use } from "react";
import { data, type LoaderFunctionArgs, useParams } from "react-router";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { BackLink } from "../../shell/navigation/back-link.tsx";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import subjects from "../../shell/staff/subjects.module.css";
import { MarkdownBlocks, type MarkdownElements, MarkdownInline } from "../../ui/markdown-blocks.tsx";
import { PageHead } from "../../ui/section.tsx";
import { PageSkeleton } from "../../ui/skeletons.tsx";
import { Loading } from "../../ui/states.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./help.module.css";
import { HelpNav, HelpOverview } from "./help-nav.tsx";
import { loadPage } from "./help-texts.client.ts";

/** How the help shows its text: emphasis is a label of the portal, strong emphasis a key. */
const helpElements: MarkdownElements = {
  strong: (content) => <kbd>{content}</kbd>,
  emphasis: (content) => <b>{content}</b>,
  link: (href, content) =>
    href.startsWith("/") ? <LocaleLink to={href}>{content}</LocaleLink> : <a href={href}>{content}</a>,
  heading: (level, content) => (level === 3 ? <h3>{content}</h3> : <h2>{content}</h2>),
};

const subjectOf = (name: string | undefined): HelpSubject | undefined => helpSubjects.find((one) => one === name);

/** An unknown subject is a 404. */
function check({ params, request }: Pick<LoaderFunctionArgs, "params" | "request">): null {
  if (params["subject"] !== undefined && !subjectOf(params["subject"]))
    throw data(`Page Not Found: ${new URL(request.url).pathname}`, { status: 404 });
  return null;
}
export const loader = check;
/** In the browser the answer is known without asking the server. */
export const clientLoader = check;

export default function StaffHelpPage() {
  const subject = subjectOf(useParams()["subject"]);
  return (
    <Suspense
      key={subject}
      fallback={
        <Loading>
          <PageSkeleton />
        </Loading>
      }
    >
      {subject ? <Subject subject={subject} /> : <HelpOverview />}
    </Suspense>
  );
}

function Subject({ subject }: { subject: HelpSubject }) {
  const t = useText();
  const { title, lead, blocks } = use(loadPage(useLanguage(), subject));
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <div className={subjects.back}>
        <BackLink to="/admin/help">{t("help.all")}</BackLink>
      </div>
      <div className={subjects.beside}>
        <HelpNav />
        <article className={styles.text}>
          <PageHead title={title}>
            <MarkdownInline content={lead} elements={helpElements} />
          </PageHead>
          <MarkdownBlocks blocks={blocks} elements={helpElements} />
        </article>
      </div>
    </>
  );
}
