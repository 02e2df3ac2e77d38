/** The types of documents: named in three languages, in the order in which they are offered. */
import { ActionIcon } from "@mantine/core";
import { languages } from "@portico/messages/catalogue.ts";
import { ForeseenRetention } from "../../shell/staff/foreseen-retention.tsx";
import type { Saved } from "../../shell/staff/use-setting.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox, NativeSelect } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { SaveBar } from "./save-bar.tsx";
import { documentTypeFaults } from "./setting-faults.ts";
import styles from "./settings.module.css";
import { useAskToWeaken } from "./use-ask-to-weaken.ts";
import { useSettingForm } from "./use-setting-form.ts";

/** As many as the API accepts. */
const mostTypes = 40;
const keepYears = Array.from({ length: 30 }, (_, place) => place + 1);

export function DocumentTypesForm({ saved, canChange }: { saved: Saved<"documentTypes">; canChange: boolean }) {
  const t = useText();
  const own = useLanguage();
  const { typed, set, faults, refused, submit, bar } = useSettingForm(
    "documentTypes",
    saved,
    documentTypeFaults,
    undefined,
    useAskToWeaken("documentTypes", (after) => <ForeseenRetention t={t} types={after.types} />),
  );
  const { types } = typed;
  type Type = (typeof types)[number];
  const known = new Set(saved.data.types.map(({ id }) => id));

  const change = (at: number, part: Partial<Type>) =>
    set({ types: types.map((each, place) => (place === at ? { ...each, ...part } : each)) });
  function move(at: number, to: number) {
    const moved = types[at];
    if (moved && to >= 0 && to < types.length) set({ types: types.toSpliced(at, 1).toSpliced(to, 0, moved) });
  }
  const errorOf = (path: string) => (faults[path] ? t(`admin.settings.fault.${faults[path]}`) : refused(path));

  return (
    <form method="post" className={styles.wide} onSubmit={submit} noValidate>
      {types.map((type, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a type that is being typed has no other identity
        <fieldset key={at} className={styles.documentType}>
          <legend>{type.name[own] || t("admin.settings.documentTypeNew")}</legend>
          {!known.has(type.id) && (
            <LimitedInput
              size="sm"
              label={t("admin.settings.documentTypeId")}
              description={t("admin.settings.documentTypeIdHint")}
              limit={40}
              spellCheck={false}
              readOnly={!canChange}
              value={type.id}
              error={errorOf(`types.${at}.id`)}
              onChange={(event) => change(at, { id: event.currentTarget.value })}
            />
          )}
          <div className={styles.three}>
            {languages.map((language) => (
              <LimitedInput
                key={language}
                size="sm"
                lang={language}
                label={t(`shell.language.${language}`)}
                limit={120}
                readOnly={!canChange}
                value={type.name[language]}
                error={errorOf(`types.${at}.name.${language}`)}
                onChange={(event) => change(at, { name: { ...type.name, [language]: event.currentTarget.value } })}
              />
            ))}
          </div>
          <NativeSelect
            size="sm"
            className={styles.keep ?? ""}
            label={t("admin.settings.documentTypeKeep")}
            readOnly={!canChange}
            value={type.keepYears ?? ""}
            onChange={(event) => change(at, { keepYears: Number(event.currentTarget.value) || null })}
            data={[
              { value: "", label: t("admin.settings.documentTypeKeepHolder") },
              ...keepYears.map((years) => ({
                value: String(years),
                label: t("admin.settings.documentTypeKeepYears", { years }),
              })),
            ]}
          />
          <div className={styles.actions}>
            <Checkbox
              label={t("admin.settings.documentTypeClientsAdd")}
              readOnly={!canChange}
              checked={type.clientsAdd}
              onChange={(event) => change(at, { clientsAdd: event.currentTarget.checked })}
            />
            <Checkbox
              label={t("admin.settings.documentTypeExpires")}
              readOnly={!canChange}
              checked={type.expires}
              onChange={(event) => change(at, { expires: event.currentTarget.checked })}
            />
            {canChange && (
              <span className={styles.order}>
                <ActionIcon
                  variant="subtle"
                  size={36}
                  aria-label={t("admin.settings.moveUp", { name: type.name[own] })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <Icon name="up" size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size={36}
                  aria-label={t("admin.settings.moveDown", { name: type.name[own] })}
                  disabled={at === types.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <Icon name="down" size={16} />
                </ActionIcon>
                <Button
                  size="compact-sm"
                  variant="subtle"
                  leftSection={<Icon name="trash" size={14} />}
                  aria-label={t("admin.settings.documentTypeRemove", { name: type.name[own] })}
                  disabled={types.length === 1}
                  onClick={() => set({ types: types.toSpliced(at, 1) })}
                >
                  {t("admin.settings.serviceRemove")}
                </Button>
              </span>
            )}
          </div>
        </fieldset>
      ))}
      {canChange && (
        <>
          <Button
            className={styles.add ?? ""}
            size="sm"
            variant="default"
            disabled={types.length >= mostTypes}
            onClick={() =>
              set({
                types: [
                  ...types,
                  { id: "", name: { bg: "", en: "", pl: "" }, clientsAdd: false, expires: false, keepYears: null },
                ],
              })
            }
          >
            {t("admin.settings.documentTypeAdd")}
          </Button>
          <SaveBar {...bar} />
        </>
      )}
    </form>
  );
}
