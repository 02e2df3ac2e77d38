/** On the profile: where the person says who else may read what. */
import { LocaleLink } from "../shell/navigation/locale-link.tsx";
import { Section } from "../ui/section.tsx";
import { useText } from "../ui/text.tsx";

export function AccessLink({ className }: { className?: string | undefined }) {
  const t = useText();
  return (
    <Section title={t("users.access.title")} hint={t("users.access.lead")}>
      <LocaleLink to="/access" className={className}>
        {t("users.access.title")}
      </LocaleLink>
    </Section>
  );
}
