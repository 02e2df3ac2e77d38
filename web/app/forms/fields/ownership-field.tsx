/** The owners of the company: a list of owners, who owns whom and how much, a drawing, and the beneficial owners' answers. */

import { NativeSelect } from "@mantine/core";
import { calculateShares, findOwners, readOwnership, rootId } from "@portico/api/forms/check-ownership.ts";
import type {
  OwnershipField as Definition,
  OwnershipAnswers,
  OwnershipEdge,
  OwnershipNode,
} from "@portico/api/forms/field.ts";
import { companyNameOf, ownersAmong } from "@portico/api/forms/persons.ts";
import type { PersonShare } from "@portico/kyc/ownership.ts";
import { type RefObject, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { InputSection } from "../../ui/input-section.tsx";
import { LimitedInput } from "../../ui/limited-input.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { type FieldGroupView, type FieldPlace, useOpenForm } from "../form-context.ts";
import styles from "../forms.module.css";
import type { FieldTexts } from "./field-texts.ts";
import { focusFieldSoon } from "./focus-field.ts";
import { KnownPersons } from "./known-persons.tsx";
import { OwnershipGraph } from "./ownership-graph.tsx";
import { shareText } from "./share-text.ts";

interface OwnershipFieldProps {
  field: Definition;
  texts: FieldTexts;
  place: FieldPlace;
  group: FieldGroupView;
}

const newId = (): string => crypto.randomUUID().slice(0, 8);
const empty: OwnershipAnswers = { nodes: [], edges: [] };

/** The companies whose shares somebody can own, the client first. */
const companiesIn = (t: Translate, ownName: string, nodes: readonly OwnershipNode[]) => [
  { id: rootId, name: ownName },
  ...nodes
    .filter(({ kind }) => kind === "company")
    .map(({ id, name }) => ({ id, name: name || t("forms.owners.unnamed") })),
];

export function OwnershipField({
  field,
  texts,
  place: { path, scope, value, onChange },
  group: Group,
}: OwnershipFieldProps) {
  const t = useText();
  const language = useLanguage();
  const adder = useRef<HTMLButtonElement>(null);
  const graph = readOwnership(value) ?? empty;
  const { nodes, edges } = graph;
  const { persons, faults, unknown } = calculateShares(graph);
  const ownName = companyNameOf(scope.form) || t("forms.owners.company");
  const companies = companiesIn(t, ownName, nodes);
  // A sum above 100 % is reported at once, because further input cannot reduce it.
  const over = new Map(
    faults.flatMap((fault) => (fault.kind === "sharesOver100" ? [[fault.node, fault.percent]] : [])),
  );
  const overText = (company: string): string | undefined => {
    const percent = over.get(company);
    const name = companies.find(({ id }) => id === company)?.name ?? "";
    return percent && t("forms.owners.tooMuch", { name, percent: shareText(language, percent) });
  };
  // An error of the company's own shares does not belong to an owner.
  const ofCompany = useOpenForm().faultAt(`${path}.${rootId}`);
  const companyError = overText(rootId) ?? (ofCompany && t(`field.${ofCompany}`));
  const beneficial = new Set(findOwners(graph, scope.ownerPercent).map(({ id }) => id));
  const change = (next: Partial<OwnershipAnswers>) => onChange({ nodes, edges, ...next });
  const changeNode = (id: string, part: Partial<OwnershipNode>) =>
    change({ nodes: nodes.map((node) => (node.id === id ? { ...node, ...part } : node)) });

  function add(node: Pick<OwnershipNode, "kind" | "name" | "details">) {
    const id = newId();
    change({ nodes: [...nodes, { id, ...node }], edges: [...edges, { owner: id, owned: rootId, percent: "" }] });
    focusFieldSoon(`${path}.${id}.name`);
  }
  function remove(id: string) {
    change({
      nodes: nodes.filter((node) => node.id !== id),
      edges: edges.filter(({ owner, owned }) => owner !== id && owned !== id),
    });
    adder.current?.focus();
  }

  return (
    <InputSection {...texts} error={undefined}>
      <div className={styles.entries}>
        {nodes.length > 0 && (
          <OwnershipGraph company={ownName} graph={graph} persons={persons} beneficial={beneficial} />
        )}
        {nodes.length > 0 && faults.length === 0 && unknown !== "0" && (
          <p className="small">{t("forms.owners.unknown", { percent: shareText(language, unknown) })}</p>
        )}
        {nodes.map((node) => (
          <Owner
            key={node.id}
            node={node}
            path={`${path}.${node.id}`}
            edges={edges}
            companies={companies.filter(({ id }) => id !== node.id)}
            share={persons.find(({ id }) => id === node.id)}
            isBeneficial={beneficial.has(node.id)}
            overText={overText(node.id)}
            overOwned={new Set(over.keys())}
            onNode={(part) => changeNode(node.id, part)}
            onEdges={(own) => change({ edges: [...edges.filter(({ owner }) => owner !== node.id), ...own] })}
            onRemove={() => remove(node.id)}
            details={
              beneficial.has(node.id) && node.kind === "person" ? (
                <Group
                  fields={field.fields}
                  answers={node.details ?? {}}
                  scope={scope}
                  within={`${path}.${node.id}`}
                  onChange={(details) => changeNode(node.id, { details })}
                />
              ) : undefined
            }
          />
        ))}
        <OwnerAdders
          used={ownersAmong(graph)}
          names={new Set(field.fields.map(({ name }) => name))}
          personButton={adder}
          onAdd={add}
        />
        {[texts.error, companyError].filter(Boolean).map((error) => (
          <p key={error} id={`${path}.${rootId}`} tabIndex={-1} className={styles.error}>
            {error}
          </p>
        ))}
      </div>
    </InputSection>
  );
}

interface OwnerProps {
  node: OwnershipNode;
  path: string;
  edges: readonly OwnershipEdge[];
  companies: readonly { id: string; name: string }[];
  share: PersonShare | undefined;
  isBeneficial: boolean;
  /** Text that more than 100 % is assigned. */
  overText: string | undefined;
  /** Companies of which more than 100 % is assigned. */
  overOwned: ReadonlySet<string>;
  onNode: (part: Partial<OwnershipNode>) => void;
  onEdges: (own: OwnershipEdge[]) => void;
  onRemove: () => void;
  details: React.ReactNode;
}

function Owner({
  node,
  path,
  edges,
  companies,
  share,
  isBeneficial,
  overText,
  overOwned,
  onNode,
  onEdges,
  onRemove,
  details,
}: OwnerProps) {
  const t = useText();
  const { faultAt, remarksAt, touch } = useOpenForm();
  const own = edges.filter(({ owner }) => owner === node.id);
  const fault = faultAt(path);
  const nameFault = faultAt(`${path}.name`);
  // A missing share is reported at its field.
  const isShareMissing = (percent: string): boolean => fault === "required" && percent.trim() === "";
  // The text is shown once, below; every share it may concern is marked.
  const isShareWrong = ({ owned }: OwnershipEdge): boolean =>
    (fault !== undefined && fault !== "required" && fault !== "overHundred") || overOwned.has(owned);
  const error = overText ?? (fault && fault !== "required" && t(`field.${fault}`));
  return (
    <div className={styles.entry} id={path}>
      <OwnerHead node={node} share={share} isBeneficial={isBeneficial} onRemove={onRemove} />
      {remarksAt(path).map((text) => (
        <p key={text} className={styles.remark}>
          {text}
        </p>
      ))}
      <LimitedInput
        label={t(node.kind === "person" ? "forms.owners.personName" : "forms.owners.companyName")}
        name={`${path}.name`}
        withAsterisk
        limit={200}
        value={node.name}
        error={nameFault && t(`field.${nameFault}`)}
        onChange={(event) => onNode({ name: event.currentTarget.value })}
        onBlur={() => touch(`${path}.name`)}
      />
      {own.map((edge, index) => (
        <ShareFields
          // oxlint-disable-next-line react/no-array-index-key -- a share that is being typed has no other identity
          key={index}
          edge={edge}
          owner={path}
          index={index}
          companies={companies}
          error={isShareMissing(edge.percent) ? t("field.required") : isShareWrong(edge)}
          onChange={(next) => onEdges(own.map((each, at) => (at === index ? next : each)))}
          {...(own.length > 1 && { onRemove: () => onEdges(own.filter((_, at) => at !== index)) })}
        />
      ))}
      <Button
        size="compact-sm"
        variant="subtle"
        leftSection={<Icon name="plus" size={14} />}
        onClick={() => {
          onEdges([...own, { owner: node.id, owned: rootId, percent: "" }]);
          focusFieldSoon(`${path}.owned.${own.length}`);
        }}
      >
        {t("forms.owners.addShare")}
      </Button>
      {error && <p className={styles.error}>{error}</p>}
      {details}
    </div>
  );
}

function OwnerHead({
  node,
  share,
  isBeneficial,
  onRemove,
}: Pick<OwnerProps, "node" | "share" | "isBeneficial" | "onRemove">) {
  const t = useText();
  const language = useLanguage();
  return (
    <div className={styles.entryHead}>
      <p>
        <Icon name={node.kind === "person" ? "person" : "company"} size={16} /> {node.name || t("forms.owners.unnamed")}
        {share !== undefined && (
          <span className={styles.share}>
            {[
              t("forms.owners.indirect", { percent: shareText(language, share.percent) }),
              share.attributed !== share.percent &&
                t("forms.owners.attributed", { percent: shareText(language, share.attributed) }),
              share.controls && t("forms.owners.controls"),
            ]
              .filter(Boolean)
              .join(", ")}
          </span>
        )}
        {isBeneficial && node.kind === "person" && (
          <span className={styles.beneficial}>{t("forms.owners.beneficial")}</span>
        )}
      </p>
      <Button size="compact-sm" variant="subtle" leftSection={<Icon name="trash" size={14} />} onClick={onRemove}>
        {t("forms.list.remove")}
      </Button>
    </div>
  );
}

const controls = ["", "votes", "agreement", "other"] as const;

interface ShareFieldsProps {
  edge: OwnershipEdge;
  /** Path of the owner. */
  owner: string;
  /** Among the owner's shares. */
  index: number;
  companies: OwnerProps["companies"];
  /** A text, or only that it is wrong. */
  error: string | boolean;
  onChange: (edge: OwnershipEdge) => void;
  /** Missing for the only share. */
  onRemove?: () => void;
}

/** Of which company the owner has how much, and how it controls it otherwise. */
function ShareFields({ edge, owner, index, companies, error, onChange, onRemove }: ShareFieldsProps) {
  const t = useText();
  const { touch } = useOpenForm();
  return (
    <div className={styles.edge}>
      <NativeSelect
        label={t("forms.owners.owns")}
        name={`${owner}.owned.${index}`}
        value={edge.owned}
        data={companies.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => onChange({ ...edge, owned: event.currentTarget.value })}
      />
      <LimitedInput
        label={t("forms.owners.percent")}
        name={`${owner}.percent.${index}`}
        inputMode="decimal"
        rightSection="%"
        limit={9}
        value={edge.percent}
        error={error}
        onChange={(event) => onChange({ ...edge, percent: event.currentTarget.value })}
        onBlur={() => touch(owner)}
      />
      <NativeSelect
        label={t("forms.owners.control")}
        name={`${owner}.control.${index}`}
        value={edge.control ?? ""}
        data={controls.map((value) => ({ value, label: t(`forms.owners.control.${value || "none"}`) }))}
        onChange={({ currentTarget: { value } }) => {
          const { control: _before, ...rest } = edge;
          onChange(value === "" ? rest : { ...rest, control: value as "votes" });
        }}
      />
      {onRemove && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-label={t("forms.owners.removeShare")}
          onClick={() => {
            onRemove();
            focusFieldSoon(`${owner}.percent.${Math.max(0, index - 1)}`);
          }}
        >
          <Icon name="close" size={14} />
        </Button>
      )}
    </div>
  );
}

interface OwnerAddersProps {
  /** Persons that are owners already. */
  used: ReturnType<typeof ownersAmong>;
  /** Answers that an owner has. */
  names: ReadonlySet<string>;
  /** The button that has the focus after an owner is removed. */
  personButton: RefObject<HTMLButtonElement | null>;
  onAdd: (owner: Pick<OwnershipNode, "kind" | "name" | "details">) => void;
}

function OwnerAdders({ used, names, personButton, onAdd }: OwnerAddersProps) {
  const t = useText();
  return (
    <div className={styles.adders}>
      <Button
        ref={personButton}
        size="sm"
        variant="default"
        leftSection={<Icon name="person" size={16} />}
        onClick={() => onAdd({ kind: "person", name: "" })}
      >
        {t("forms.owners.addPerson")}
      </Button>
      <Button
        size="sm"
        variant="default"
        leftSection={<Icon name="company" size={16} />}
        onClick={() => onAdd({ kind: "company", name: "" })}
      >
        {t("forms.owners.addCompany")}
      </Button>
      <KnownPersons used={used} names={names} onTake={(details, name) => onAdd({ kind: "person", name, details })} />
    </div>
  );
}
