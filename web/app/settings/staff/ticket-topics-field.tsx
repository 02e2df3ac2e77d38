/** The topics of tickets: named in three languages, with promises of their own where they have any. */
import { isRequestTopic, mostTopics } from "@portico/api/rules/tickets.ts";
import { EachLanguage } from "../../shell/staff/texts/each-language.tsx";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/fields.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { useLanguage, useText } from "../../ui/text.tsx";
import { EditableList } from "./editable-list.tsx";
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
  return (
    <EditableList
      rows={topics}
      onChange={onChange}
      canChange={canChange}
      most={mostTopics}
      newRow={{ id: "", name: { bg: "", en: "", pl: "" }, clientsChoose: true, promises: null }}
      className={styles.documentType}
      titleOf={({ name }) => name[own] || t("admin.settings.topic.new")}
      nameOf={({ name }) => name[own]}
      addLabel={t("admin.settings.topic.add")}
      removeLabel={t("admin.settings.serviceRemove")}
      removeNameOf={({ name }) => t("admin.settings.topic.remove", { name: name[own] })}
      isFixed={({ id }) => isRequestTopic(id)}
      keepsOne
      beforeAdd={archived.length > 0 && <Archived {...props} />}
    >
      {({ row: topic, at, change, controls }) => (
        <>
          {isRequestTopic(topic.id) && <p className="small">{t("admin.settings.topic.ofRequests")}</p>}
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
              onChange={(event) => change({ id: event.currentTarget.value })}
            />
          )}
          <div className={styles.three}>
            <EachLanguage
              size="sm"
              limit={80}
              readOnly={!canChange}
              texts={topic.name}
              errorIn={(language) => errorOf(`topics.${at}.name.${language}`)}
              onChange={(name) => change({ name })}
            />
          </div>
          <div className={styles.actions}>
            {!isRequestTopic(topic.id) && (
              <Checkbox
                label={t("admin.settings.topic.clientsChoose")}
                readOnly={!canChange}
                checked={topic.clientsChoose}
                error={errorOf(`topics.${at}.clientsChoose`)}
                onChange={(event) => change({ clientsChoose: event.currentTarget.checked })}
              />
            )}
            <Checkbox
              label={t("admin.settings.topic.ownPromises")}
              readOnly={!canChange}
              checked={topic.promises !== null}
              onChange={(event) => change({ promises: event.currentTarget.checked ? promises : null })}
            />
            {controls}
          </div>
          {topic.promises && (
            <TicketPromisesField
              promises={topic.promises}
              canChange={canChange}
              errorOf={(path) => errorOf(`topics.${at}.promises.${path}`)}
              onChange={(changed) => change({ promises: changed })}
            />
          )}
        </>
      )}
    </EditableList>
  );
}

function Archived({ archived, topics, canChange, onChange }: TicketTopicsFieldProps) {
  const t = useText();
  const own = useLanguage();
  return (
    <>
      <h4>{t("admin.settings.topic.archived")}</h4>
      <p className="small">{t("admin.settings.topic.archivedHint")}</p>
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
  );
}
