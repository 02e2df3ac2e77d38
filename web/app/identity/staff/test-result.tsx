/** What a test of a provider found, after the browser came back from it. */
import type { IdentityProvider } from "@portico/api/identity/settings.ts";
import { useEffect, useRef } from "react";
import { errorText } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { forgetTest, isTestOf } from "../../shell/staff/identity-test.ts";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import styles from "./identity.module.css";

export function TestResult({ providers }: { providers: readonly IdentityProvider[] }) {
  const t = useText();
  const finish = useChange((api, params: string) => api.identity.finishTest({ body: { params } }));
  const { mutate } = finish;
  const isBegun = useRef(false);
  useEffect(() => {
    const { search, pathname } = window.location;
    if (isBegun.current || !isTestOf(search)) return;
    isBegun.current = true;
    forgetTest();
    window.history.replaceState(window.history.state, "", pathname);
    mutate(search);
  }, [mutate]);
  if (finish.error) return <Notice tone="failed">{errorText(t, finish.error)}</Notice>;
  if (!finish.data) return null;
  const { provider, claims, groups, role, refusal } = finish.data;
  const name = providers.find(({ id }) => id === provider)?.name ?? "";
  return (
    <Section title={t("admin.identity.tested", { name })}>
      {refusal === null ? (
        <Notice tone="done">{t("admin.identity.testedFine")}</Notice>
      ) : (
        <Notice tone="failed">
          {t("admin.identity.testedRefused", { reason: t(`admin.identity.refusal.${refusal}`) })}
        </Notice>
      )}
      <dl className={styles.facts}>
        <dt>{t("admin.identity.testedRole")}</dt>
        <dd>{role === null ? t("admin.identity.testedNoRole") : t(`users.role.${role}`)}</dd>
        <dt>{t("admin.identity.testedGroups")}</dt>
        <dd>{groups.length === 0 ? t("admin.identity.testedNoGroups") : groups.join(", ")}</dd>
        <dt>{t("admin.identity.testedClaims")}</dt>
        <dd>
          {/* Scrolls with the keyboard too. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls has to be reached */}
          <pre className={styles.claims} lang="en" tabIndex={0} aria-label={t("admin.identity.testedClaims")}>
            {claims}
          </pre>
        </dd>
      </dl>
    </Section>
  );
}
