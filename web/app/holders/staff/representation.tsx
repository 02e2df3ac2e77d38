/** The representatives of a company, or the companies that a user represents, found by name. */

import { useState } from "react";
import { fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { openConfirmation } from "../../shell/dialogs/confirmation.ts";
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import { useFourEyes, useFourEyesTexts } from "../../shell/staff/four-eyes.ts";
import styles from "../../shell/staff/parts.module.css";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { HolderSearch } from "./holder-search.tsx";

interface RepresentationProps {
  /** The side that is edited. */
  of: { companyId: number } | { userId: number };
  /** The other side's current entries. */
  others: readonly { id: number; name: string; note?: string; suspended?: boolean }[];
  canEdit: boolean;
}

export function Representation({ of, others, canEdit }: RepresentationProps) {
  const t = useText();
  const [added, setAdded] = useState<{ id: number; name: string } | null>(null);
  const isCompany = "companyId" in of;
  const ids = others.filter(({ suspended }) => !suspended).map(({ id }) => id);
  const side = isCompany ? "company" : "user";
  const guarded = useFourEyesTexts();
  const byTwo = useFourEyes();
  const edit = useChange<{ proposalIds: number[] }, { newRepIDs: number[]; reason?: string }>(
    (api, body) =>
      isCompany
        ? api.companies.editRepresentatives({ params: { id: of.companyId }, body })
        : api.users.editRepresentations({ params: { id: of.userId }, body }),
    { onSuccess: () => setAdded(null) },
  );
  const add = ({ id, name }: { id: number; name: string }) =>
    openConfirmation({
      title: t("admin.representation.addTitle", { side, name }),
      ...guarded(t("admin.representation.addText"), t("admin.representation.add")),
      action: async (reason) => {
        const { proposalIds } = await edit.mutateAsync({ newRepIDs: [...ids, id], ...(reason && { reason }) });
        alert.success(t(proposalIds.length === 0 ? "admin.transition.done" : "admin.transition.proposed"));
      },
      // Says why this person may not.
      failure: async (error) => Object.values(fieldErrorTexts(t, error))[0],
    });
  const end = ({ id, name }: { id: number; name: string }) =>
    openConfirmation({
      title: t("admin.representation.endTitle", { name }),
      ...guarded(
        t(byTwo ? "admin.representation.endByTwoText" : "admin.representation.endText"),
        t("admin.representation.end"),
      ),
      destructive: true,
      action: async (reason) => {
        const newRepIDs = ids.filter((each) => each !== id);
        const { proposalIds } = await edit.mutateAsync({ newRepIDs, ...(reason && { reason }) });
        alert.success(t(proposalIds.length === 0 ? "admin.transition.done" : "admin.transition.proposed"));
      },
    });
  const path = (id: number) => (isCompany ? `/admin/user/${id}/profile` : `/admin/company/${id}/profile`);
  return (
    <Section title={t(`admin.representation.${side}`)}>
      {others.length === 0 && <p className={styles.muted}>{t(`admin.representation.${side}None`)}</p>}
      <ul className={styles.list}>
        {others.map(({ id, name, note, suspended = false }) => (
          <li key={id}>
            <span>
              <LocaleLink to={path(id)}>{name || t("shell.account.newCompany")}</LocaleLink>
              <small>
                {[`№ ${id}`, note, suspended && t("admin.representation.suspended")].filter(Boolean).join(" · ")}
              </small>
            </span>
            {canEdit && !suspended && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<Icon name="close" size={14} />}
                onClick={() => end({ id, name })}
              >
                {t("admin.representation.end")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {canEdit && (
        <form
          className={styles.inline}
          onSubmit={(event) => {
            event.preventDefault();
            if (added !== null && !ids.includes(added.id)) add(added);
          }}
        >
          <HolderSearch
            wanted={isCompany ? "user" : "company"}
            label={t(`admin.representation.${side}Add`)}
            hint={t(`admin.representation.${side}AddHint`)}
            size="sm"
            value={added?.id ?? null}
            without={others.map(({ id }) => id)}
            onChange={(id, name) => setAdded(id === null ? null : { id, name })}
          />
          <Button type="submit" size="sm" variant="default" loading={edit.isPending} disabled={added === null}>
            {t("admin.representation.add")}
          </Button>
        </form>
      )}
    </Section>
  );
}
