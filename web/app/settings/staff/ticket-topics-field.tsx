/** The topics of tickets: named in three languages, with promises of their own where they have any. */
import { ActionIcon } from "@mantine/core";
import { isRequestTopic, mostTopics } from "@portico/api/rules/tickets.ts";
import { languages } from "@portico/messages/catalogue.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import styles from "./settings.module.css";
import { TicketPromisesField } from "./ticket-promises-field.tsx";
import type { TypedPromises, TypedTopic } from "./ticket-rules-faults.ts";

interface TicketTopicsFieldProps {
  topics: TypedTopic[];
  /** Topics that were removed while tickets had them, without those that are back. */
  archived: readonly Pick<TypedTopic, "id" | "name">[];
  /** Ids that are saved: tickets may have them. */
  known: ReadonlySet<string>;
  /** The firm's promises, with which those of a topic begin. */
  promises: TypedPromises;
  canChange: boolean;
  /** Of the field `topics.0.id`. */
  errorOf: (path: string) => string | undefined;
  onChange: (topics: TypedTopic[]) => void;
}

export function TicketTopicsField(props: TicketTopicsFieldProps) {
  const { topics, archived, known, promises, canChange, errorOf, onChange } = props;
  const t = useText();
  const own = useLanguage();
  const change = (at: number, part: Partial<TypedTopic>) =>
    onChange(topics.map((each, place) => (place === at ? { ...each, ...part } : each)));
  function move(at: number, to: number) {
    const moved = topics[at];
    if (moved && to >= 0 && to < topics.length) onChange(topics.toSpliced(at, 1).toSpliced(to, 0, moved));
  }
  return (
    <>
      {topics.map((topic, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- a topic that is being typed has no other identity
        <fieldset key={at} className={styles.documentType}>
          <legend>{topic.name[own] || t("admin.settings.topic.new")}</legend>
          {isRequestTopic(topic.id) && <p className={styles.small}>{t("admin.settings.topic.ofRequests")}</p>}
          {!known.has(topic.id) && (
            <LimitedInput
              size="sm"
              label={t("admin.settings.documentTypeId")}
              description={t("admin.settings.documentTypeIdHint")}
              limit={40}
              spellCheck={false}
              readOnly={!canChange}
              value={topic.id}
              error={errorOf(`topics.${at}.id`)}
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
                limit={80}
                readOnly={!canChange}
                value={topic.name[language]}
                error={errorOf(`topics.${at}.name.${language}`)}
                onChange={(event) => change(at, { name: { ...topic.name, [language]: event.currentTarget.value } })}
              />
            ))}
          </div>
          <div className={styles.actions}>
            {!isRequestTopic(topic.id) && (
              <Checkbox
                label={t("admin.settings.topic.clientsChoose")}
                readOnly={!canChange}
                checked={topic.clientsChoose}
                error={errorOf(`topics.${at}.clientsChoose`)}
                onChange={(event) => change(at, { clientsChoose: event.currentTarget.checked })}
              />
            )}
            <Checkbox
              label={t("admin.settings.topic.ownPromises")}
              readOnly={!canChange}
              checked={topic.promises !== null}
              onChange={(event) => change(at, { promises: event.currentTarget.checked ? promises : null })}
            />
            {canChange && (
              <span className={styles.order}>
                <ActionIcon
                  variant="subtle"
                  size={36}
                  aria-label={t("admin.settings.moveUp", { name: topic.name[own] })}
                  disabled={at === 0}
                  onClick={() => move(at, at - 1)}
                >
                  <Icon name="up" size={16} />
                </ActionIcon>
                <ActionIcon
                  variant="subtle"
                  size={36}
                  aria-label={t("admin.settings.moveDown", { name: topic.name[own] })}
                  disabled={at === topics.length - 1}
                  onClick={() => move(at, at + 1)}
                >
                  <Icon name="down" size={16} />
                </ActionIcon>
                {!isRequestTopic(topic.id) && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    leftSection={<Icon name="trash" size={14} />}
                    aria-label={t("admin.settings.topic.remove", { name: topic.name[own] })}
                    disabled={topics.filter(({ id }) => !isRequestTopic(id)).length === 1}
                    onClick={() => onChange(topics.toSpliced(at, 1))}
                  >
                    {t("admin.settings.serviceRemove")}
                  </Button>
                )}
              </span>
            )}
          </div>
          {topic.promises && (
            <TicketPromisesField
              promises={topic.promises}
              canChange={canChange}
              errorOf={(path) => errorOf(`topics.${at}.promises.${path}`)}
              onChange={(changed) => change(at, { promises: changed })}
            />
          )}
        </fieldset>
      ))}
      {archived.length > 0 && (
        <>
          <h4>{t("admin.settings.topic.archived")}</h4>
          <p className={styles.small}>{t("admin.settings.topic.archivedHint")}</p>
          <ul>
            {archived.map(({ id, name }) => (
              <li key={id}>
                {name[own]}{" "}
                {canChange && topics.length < mostTopics && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    aria-label={t("admin.settings.topic.restore", { name: name[own] })}
                    onClick={() => onChange([...topics, { id, name, clientsChoose: false, promises: null }])}
                  >
                    {t("admin.fields.restore")}
                  </Button>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      {canChange && (
        <Button
          className={styles.add ?? ""}
          size="sm"
          variant="default"
          disabled={topics.length >= mostTopics}
          onClick={() =>
            onChange([...topics, { id: "", name: { bg: "", en: "", pl: "" }, clientsChoose: true, promises: null }])
          }
        >
          {t("admin.settings.topic.add")}
        </Button>
      )}
    </>
  );
}
