/** On the profile: where the person's bank accounts are. */
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";

export function AccountsLink({ className }: { className?: string | undefined }) {
  const t = useText();
  return (
    <Section title={t("shell.accounts.title")} hint={t("shell.accounts.lead")}>
      <LocaleLink to="/money/accounts" className={className}>
        {t("shell.account.toBankAccounts")}
      </LocaleLink>
    </Section>
  );
}
