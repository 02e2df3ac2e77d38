/** On staff members' first page, shared with clients: a link to the staff side, and how much waits there. */
import { Button } from "../../ui/button.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { LocaleLink } from "../navigation/locale-link.tsx";
import { useDesk } from "./use-desk.ts";

export function StaffDashboardLink() {
  const t = useText();
  const { data } = useDesk();
  const count = data?.rows.reduce((sum, kind) => sum + kind.count, 0);
  return (
    <Section
      title={t("shell.nav.toStaff")}
      hint={count === undefined ? undefined : t("dashboard.staff.waiting", { count })}
      actions={
        <Button size="sm" renderRoot={(props: object) => <LocaleLink to="/admin/dashboard" {...props} />}>
          {t("dashboard.staff.go")}
        </Button>
      }
    >
      <p>{t("dashboard.staff.explain")}</p>
    </Section>
  );
}
