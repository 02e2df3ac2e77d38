/** One import: what the file would change, has changed, or why it was refused. */

import type { ImportPreview } from "@portico/api/imports.ts";
import { PageTitle } from "../../shell/layouts/page-title.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment, formatMoney, formatQuantity } from "../../ui/format.ts";
import { Notice } from "../../ui/notice.tsx";
import { PageHead, Section, StatTile, StatTiles } from "../../ui/section.tsx";
import { type Translate, useLanguage, useText } from "../../ui/text.tsx";
import { AccountPreview } from "./account-preview.tsx";
import { BankAccounts } from "./bank-accounts.tsx";
import { UnknownCodes, UsedCodes } from "./bank-codes.tsx";
import { BelongsElsewhere } from "./belongs-elsewhere.tsx";
import { decisionsOf } from "./decision-choices.ts";
import { DecidedRows, DecisionForm } from "./decisions.tsx";
import { Excluded, ExcludeForm, excludedKeys } from "./exclusions.tsx";
import { ImportState } from "./import-state.tsx";
import styles from "./imports.module.css";
import { OpeningForm } from "./opening-form.tsx";
import { PreviewActions } from "./preview-actions.tsx";
import { Questions } from "./questions.tsx";
import { Quotes } from "./quotes.tsx";
import { ReadThrough } from "./read-through.tsx";
import { isOfQuotes, recognisedText } from "./recognised.ts";
import { Refusals } from "./refusals.tsx";
import { Sample } from "./sample.tsx";
import { costsOf } from "./transfer-costs.ts";
import { ConfirmedCosts, Transfers } from "./transfers.tsx";
import type { Choices } from "./use-imports.ts";
import { useOpeningLines } from "./use-opening-lines.ts";

/** Warnings about a file that can still be booked. */
function Remarks({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const language = useLanguage();
  if (preview.remarks.length === 0) return null;
  return (
    <Notice tone="attention" title={t("admin.imports.remarks")}>
      <ul className={styles.list}>
        {preview.remarks.map(({ code, account, line, currency, amount, detail }) => (
          <li key={`${code} ${account} ${currency} ${line}`}>
            {t(`admin.imports.remark.${code}`, {
              account,
              line: line ?? "",
              detail: detail ?? "",
              amount: formatMoney(language, amount, currency),
            })}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

interface ImportViewProps {
  preview: ImportPreview;
  /** Reads the same file again; undefined if it is no longer available. */
  onReadAgain: ((choices: Choices) => void) | undefined;
  /** Reads a newly chosen file with what was chosen for this one. */
  onChooseAgain: (file: File, kind: ImportPreview["kind"], choices: Choices) => void;
  /** Reads the same file's prices or FX rates. */
  onReadQuotes: ((kind: "prices" | "rates") => void) | undefined;
  reading: boolean;
  /** As it was chosen, if it is still at hand. */
  file: File | undefined;
}

export function ImportView({ preview, onReadAgain, onChooseAgain, onReadQuotes, reading, file }: ImportViewProps) {
  const t = useText();
  const { lines, setLines, isChanged, pending } = useOpeningLines(preview);
  const isOpen = preview.state === "previewed" || preview.state === "refused";
  const offersOpening = preview.can.preview && isOpen && preview.kind === "statement" && preview.accounts.length > 0;
  const chosen: Choices = {
    lines,
    exclude: excludedKeys(preview),
    decisions: decisionsOf(preview),
    transferCosts: costsOf(preview),
    ...(preview.account !== null && { account: preview.account }),
    ...(preview.mapping && { mapping: preview.mapping.key }),
    ...(preview.custodian && { custodian: preview.custodian.id }),
  };
  const readAgain = onReadAgain && ((part: Partial<Choices>) => onReadAgain({ ...chosen, ...part }));
  const chooseAgain = (file: File, part: Partial<Choices> = {}) =>
    onChooseAgain(file, preview.kind, { ...chosen, ...part });
  const title = t("admin.imports.previewTitle", { name: preview.fileName });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHead
        title={preview.fileName}
        actions={
          <PreviewActions
            preview={preview}
            isChanged={offersOpening && isChanged}
            pending={offersOpening ? pending : 0}
          />
        }
      >
        <span className={styles.actions}>
          <ImportState state={preview.state} />
          {recognisedText(t, preview) || t("admin.imports.many.nothing")}
          {preview.custodian && ` · ${preview.custodian.name}`}
          {preview.encoding !== null && !preview.encoding.startsWith("utf-") && (
            <span>{t("admin.imports.encoding", { encoding: preview.encoding })}</span>
          )}
        </span>
      </PageHead>
      <Outcome preview={preview} />
      {preview.pickedUpFrom !== null && (
        <p className={styles.small}>{t("admin.imports.pickedUp", { from: preview.pickedUpFrom })}</p>
      )}
      <BelongsElsewhere preview={preview} file={file} />
      {preview.can.preview && isOpen && (
        <ReadThrough
          key={preview.id}
          preview={preview}
          file={file}
          onReadAgain={onReadAgain && ((through) => onReadAgain({ ...withoutThrough(chosen), ...through }))}
          reading={reading}
        />
      )}
      {!isUnread(preview) && <Counts preview={preview} />}
      <Remarks preview={preview} />
      <Questions preview={preview} />
      <Refusals preview={preview} />
      {preview.can.preview && isOpen && (
        <ExcludeForm
          preview={preview}
          onReadAgain={readAgain && ((exclude) => readAgain({ exclude }))}
          onChooseAgain={(file, exclude) => chooseAgain(file, { exclude })}
          reading={reading}
        />
      )}
      {preview.can.preview && isOpen && (
        <UnknownCodes key={`codes ${preview.id}`} preview={preview} onReadAgain={readAgain} reading={reading} />
      )}
      {preview.can.preview && isOpen && (
        <DecisionForm
          preview={preview}
          onReadAgain={readAgain && ((made) => readAgain({ decisions: [...chosen.decisions, ...made] }))}
          onChooseAgain={(file, made) => chooseAgain(file, { decisions: [...chosen.decisions, ...made] })}
          reading={reading}
        />
      )}
      <DecidedRows preview={preview} />
      <UsedCodes codes={preview.codes} />
      <Excluded preview={preview} />
      {preview.can.preview && isOpen && (
        <Transfers
          preview={preview}
          onReadAgain={readAgain && ((transferCosts) => readAgain({ transferCosts }))}
          onChooseAgain={(file, transferCosts) => chooseAgain(file, { transferCosts })}
          reading={reading}
        />
      )}
      {!isOpen && <ConfirmedCosts preview={preview} />}
      {offersOpening && (
        <OpeningForm
          preview={preview}
          lines={lines}
          setLines={setLines}
          onReadAgain={readAgain && ((typed) => readAgain({ lines: typed }))}
          onChooseAgain={(file) => chooseAgain(file)}
          pending={pending}
          reading={reading}
        />
      )}
      <BankAccounts accounts={preview.bankAccounts} />
      {preview.accounts.map((account) => (
        <AccountPreview key={account.account} account={account} />
      ))}
      {hasQuotes(preview) && <Quotes preview={preview} />}
      <Sample preview={preview} />
      <LeftOut preview={preview} />
      {onReadQuotes && preview.kind === "statement" && preview.format === "ibFlex" && preview.state !== "refused" && (
        <Notice title={t("admin.imports.quotesOffer")}>
          <div className={styles.actions}>
            {(["prices", "rates"] as const).map((kind) => (
              <Button key={kind} variant="default" size="sm" onClick={() => onReadQuotes(kind)} loading={reading}>
                {t(`admin.imports.read.${kind}`)}
              </Button>
            ))}
          </div>
        </Notice>
      )}
    </>
  );
}

/** What was chosen, but not whose the file is nor how it is read. */
const withoutThrough = ({ account: _account, mapping: _mapping, custodian: _custodian, ...rest }: Choices): Choices =>
  rest;

/** Its new prices or rates are listed; those of a refused file are not. */
const hasQuotes = ({ kind, state, newRows }: ImportPreview): boolean =>
  isOfQuotes(kind) && state !== "refused" && newRows > 0;

/** Refused as a whole, such as an empty file or a PDF: there are no rows. */
const isUnread = ({ state, rows, accounts, bankAccounts }: ImportPreview): boolean =>
  state === "refused" && rows === 0 && accounts.length === 0 && bankAccounts.length === 0;

/** One sentence: what is booked, and what is not. */
function Outcome({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const language = useLanguage();
  if (preview.refusals.some(({ code }) => code === "accountMissing"))
    return <Notice tone="attention">{t("admin.imports.whose")}</Notice>;
  if (preview.state === "refused")
    return (
      <Notice tone="failed" title={t("admin.imports.refusedTitle")}>
        {t(isUnread(preview) ? "admin.imports.unreadText" : "admin.imports.refusedText")}
      </Notice>
    );
  if (preview.state === "confirmed")
    return (
      <Notice tone="done" live>
        {preview.confirmed_by === null && preview.pickedUpFrom !== null
          ? t("admin.imports.confirmedByRule", {
              time: formatMoment(language, preview.confirmed_at ?? preview.created_at),
            })
          : t("admin.imports.confirmedText", {
              time: formatMoment(language, preview.confirmed_at ?? preview.created_at),
              name: preview.confirmed_by ?? preview.created_by,
            })}
      </Notice>
    );
  if (preview.state === "discarded") return <Notice live>{t("admin.imports.discardedText")}</Notice>;
  return (
    <Notice tone="attention">
      {t(preview.newRows === 0 ? "admin.imports.nothingNew" : "admin.imports.previewedText")}
    </Notice>
  );
}

function Counts({ preview }: { preview: ImportPreview }) {
  const t = useText();
  const language = useLanguage();
  return (
    <StatTiles>
      {(["rows", "newRows", "knownRows", "refusedRows"] as const).map((count) => (
        <StatTile key={count} label={t(`admin.imports.${count}`)}>
          {formatQuantity(language, preview[count])}
        </StatTile>
      ))}
      {preview.closes !== null && (
        <StatTile label={t("admin.imports.closes")}>
          {t(preview.closes ? "admin.imports.closes.yes" : "admin.imports.closes.no")}
        </StatTile>
      )}
    </StatTiles>
  );
}

/** An attribute or column that is empty has a dash after it. */
const leftOutName = (t: Translate, name: string): string =>
  name.endsWith(" –") ? t("admin.imports.leftOutEmpty", { name: name.slice(0, -2) }) : name;

function LeftOut({ preview }: { preview: ImportPreview }) {
  const t = useText();
  if (preview.leftOut.length === 0) return null;
  return (
    <Section
      title={t("admin.imports.leftOut")}
      hint={t(isOfQuotes(preview.kind) ? "admin.imports.leftOutHintMarket" : "admin.imports.leftOutHint")}
    >
      <ul className={styles.list}>
        {preview.leftOut.map(({ name, rows }) => (
          <li key={name}>{t("admin.imports.leftOutRows", { name: leftOutName(t, name), count: rows })}</li>
        ))}
      </ul>
    </Section>
  );
}
