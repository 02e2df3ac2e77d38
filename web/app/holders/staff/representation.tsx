/** The representatives of a company, or the companies that a user represents, found by name. */
import { Button } from "@mantine/core";
import { useState } from "react";
import { errorText } from "../../shell/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { openConfirmation } from "../../shell/confirmation.ts";
import { LocaleLink } from "../../shell/locale-link.tsx";
import styles from "../../shell/staff/parts.module.css";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Section } from "../../ui/section.tsx";
import { useText } from "../../ui/text.tsx";
import { HolderSearch } from "./holder-search.tsx";

interface RepresentationProps {
  /** The side that is edited. */
  of: { companyId: number } | { userId: number };
  /** The other side's current entries. */
  others: readonly { id: number; name: string; note?: string }[];
  canEdit: boolean;
}

export function Representation({ of, others, canEdit }: RepresentationProps) {
  const t = useText();
  const [added, setAdded] = useState<number | null>(null);
  const isCompany = "companyId" in of;
  const side = isCompany ? "company" : "user";
  const edit = useChange<unknown, number[]>(
    (api, newRepIDs) =>
      isCompany
        ? api.companies.editRepresentatives({ params: { id: of.companyId }, body: { newRepIDs } })
        : api.users.editRepresentations({ params: { id: of.userId }, body: { newRepIDs } }),
    { onSuccess: () => setAdded(null) },
  );
  const ids = others.map(({ id }) => id);
  const path = (id: number) => (isCompany ? `/admin/user/${id}/profile` : `/admin/company/${id}/profile`);
  return (
    <Section title={t(`admin.representation.${side}`)}>
      {others.length === 0 && <p className={styles.muted}>{t(`admin.representation.${side}None`)}</p>}
      <ul className={styles.list}>
        {others.map(({ id, name, note }) => (
          <li key={id}>
            <span>
              <LocaleLink to={path(id)}>{name || t("shell.account.newCompany")}</LocaleLink>
              <small>{[`№ ${id}`, note].filter(Boolean).join(" · ")}</small>
            </span>
            {canEdit && (
              <Button
                size="compact-sm"
                variant="subtle"
                leftSection={<Icon name="close" size={14} />}
                onClick={() =>
                  openConfirmation({
                    title: t("admin.representation.endTitle", { name }),
                    text: t("admin.representation.endText"),
                    destructive: true,
                    confirmLabel: t("admin.representation.end"),
                    action: async () => {
                      await edit.mutateAsync(ids.filter((each) => each !== id));
                    },
                  })
                }
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
            if (added !== null && !ids.includes(added)) edit.mutate([...ids, added]);
          }}
        >
          <HolderSearch
            wanted={isCompany ? "user" : "company"}
            label={t(`admin.representation.${side}Add`)}
            hint={t(`admin.representation.${side}AddHint`)}
            size="sm"
            value={added}
            without={ids}
            onChange={setAdded}
          />
          <Button type="submit" size="sm" variant="default" loading={edit.isPending} disabled={added === null}>
            {t("admin.representation.add")}
          </Button>
        </form>
      )}
      {edit.error && <Notice tone="failed">{errorText(t, edit.error)}</Notice>}
    </Section>
  );
}
