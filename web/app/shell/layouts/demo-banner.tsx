/** Above every page of the demo beside a portal, on screen and in print: nothing here is the firm's. */
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { useText } from "../../ui/text.tsx";
import { LocaleLink, useLocaleNavigate } from "../navigation/locale-link.tsx";
import { useIsPlain } from "../public/plain-page.ts";
import { useRootData } from "./brand.ts";
import styles from "./demo-banner.module.css";

/** Answered by the server in front of the demo. */
const leavePath = "/demo/leave";

export function DemoBanner() {
  const t = useText();
  const isPlain = useIsPlain();
  if (!useRootData().isDemo) return null;
  return (
    <aside className={styles.banner} aria-label={t("shell.demo.title")}>
      <span className={styles.words}>
        <Icon name="warning" />
        <span>
          <strong>{t("shell.demo.title")}</strong> {t("shell.demo.explain")}
        </span>
      </span>
      <span className={styles.actions} data-no-print>
        {isPlain ? <Links /> : <Buttons />}
      </span>
    </aside>
  );
}

/** Without scripts. */
function Links() {
  const t = useText();
  return (
    <>
      <LocaleLink to="/demo">{t("shell.demo.people")}</LocaleLink>
      <a href={leavePath}>{t("shell.demo.leave")}</a>
    </>
  );
}

/** The first link of a page is the one that skips to its content. */
function Buttons() {
  const t = useText();
  const navigate = useLocaleNavigate();
  return (
    <>
      <Button size="compact-sm" variant="default" onClick={() => navigate("/demo")}>
        {t("shell.demo.people")}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => window.location.assign(leavePath)}>
        {t("shell.demo.leave")}
      </Button>
    </>
  );
}
