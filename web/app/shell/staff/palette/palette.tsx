/** Searches all records, pages, settings and actions; by the keyboard alone, as a combobox with a list. */
import { searchLimits } from "@portico/api/rules/search-limits.ts";
import { type KeyboardEvent, type MouseEvent, useEffect, useId } from "react";
import { Dialog } from "../../../ui/dialog.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { LimitedInput } from "../../../ui/limited-input.tsx";
import { Empty, LoadFailed } from "../../../ui/states.tsx";
import { useLanguage, useText } from "../../../ui/text.tsx";
import { errorText } from "../../calls/api.tsx";
import { inLanguage, useLocaleNavigate } from "../../navigation/locale-link.tsx";
import { useProfile } from "../../session/session.ts";
import styles from "./palette.module.css";
import type { Option } from "./palette-options.ts";
import { remember } from "./recent.ts";
import { usePalette } from "./use-palette.ts";

/** The code of a key that an input method took. */
const composingCode = 229;

export default function Palette({ onClose }: { onClose: () => void }) {
  const t = useText();
  const listId = useId();
  const palette = usePalette();
  const { typed, query, action, options, chosen, search } = palette;
  const open = useOpen((asked) => palette.askFor(asked), onClose);
  const idOf = (option: Option) => `${listId} ${option.key}`.replaceAll(/[^\w-]/g, "-");
  const onKeyDown = (event: KeyboardEvent) => {
    // The Enter that ends the composition of a letter chooses nothing; Safari says so by its code alone.
    if (event.nativeEvent.isComposing || event.keyCode === composingCode) return;
    if (event.key === "ArrowDown" && options.length > 0) palette.move(1);
    else if (event.key === "ArrowUp" && options.length > 0) palette.move(-1);
    else if (event.key === "Enter" && chosen && palette.isReady) open(chosen, event.ctrlKey || event.metaKey);
    else if (event.key === "Enter" && palette.isWaiting) palette.wait(event.ctrlKey || event.metaKey);
    else if (event.key === "Backspace" && action && typed === "") palette.askFor(undefined);
    else return;
    event.preventDefault();
  };
  const { awaited, endWait } = palette;
  useEffect(() => {
    if (!awaited) return;
    endWait();
    if (chosen) open(chosen, awaited.inNewTab);
  });
  return (
    <Dialog opened onClose={onClose} title={action?.title ?? t("admin.search.title")} size="lg" savesDraft>
      <LimitedInput
        type="search"
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- no element lists what a server finds
        role="combobox"
        aria-label={action ? t("admin.search.fieldOfHolder", { action: action.title }) : t("admin.search.field")}
        placeholder={action ? t("admin.search.fieldOfHolder", { action: action.title }) : t("admin.search.field")}
        aria-expanded={options.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        {...(chosen && { "aria-activedescendant": idOf(chosen) })}
        autoComplete="off"
        spellCheck={false}
        leftSection={<Icon name="search" size={16} />}
        limit={searchLimits.longest}
        value={typed}
        onChange={(event) => palette.type(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <output className="visually-hidden">
        {query !== "" && !palette.isWaiting && t("admin.search.count", { count: options.length })}
      </output>
      <ul
        id={listId}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
        role="listbox"
        aria-label={t("admin.search.results")}
        aria-busy={palette.isWaiting}
        className={styles.options}
      >
        {options.map((option) => (
          <PaletteOption
            key={option.key}
            id={idOf(option)}
            option={option}
            isChosen={option === chosen}
            onReach={() => palette.choose(option.key)}
            onOpen={(event) => open(option, event.ctrlKey || event.metaKey || event.button === 1)}
          />
        ))}
      </ul>
      {search.error && query !== "" && (
        <LoadFailed retry={() => void search.refetch()} retrying={search.isFetching}>
          {errorText(t, search.error)}
        </LoadFailed>
      )}
      {palette.isNothing && (
        <Empty icon="search" title={t("admin.search.nothing", { query })}>
          {t("admin.search.nothingHint")}
        </Empty>
      )}
      <p className={styles.keys} data-no-print>
        {t("admin.search.keys")}
      </p>
    </Dialog>
  );
}

/** Opens what was chosen, here or in another tab; an action about a holder asks for the holder first. */
function useOpen(askFor: ReturnType<typeof usePalette>["askFor"], onClose: () => void) {
  const navigate = useLocaleNavigate();
  const language = useLanguage();
  const { id } = useProfile();
  return (option: Option, inNewTab: boolean) => {
    if (option.ofHolder) return askFor(option.ofHolder);
    remember(id, option);
    if (inNewTab) return void window.open(inLanguage(language, option.url), "_blank", "noopener");
    onClose();
    navigate(option.url);
  };
}

interface PaletteOptionProps {
  id: string;
  option: Option;
  isChosen: boolean;
  onReach: () => void;
  onOpen: (event: MouseEvent) => void;
}

function PaletteOption({ id, option: { kind, icon, title, subtitle }, isChosen, onReach, onOpen }: PaletteOptionProps) {
  const t = useText();
  useEffect(() => {
    if (isChosen) document.getElementById(id)?.scrollIntoView({ block: "nearest" });
  }, [isChosen, id]);
  return (
    // The keys are those of the field, which keeps the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <li
      id={id}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-element-to-interactive-role
      role="option"
      aria-selected={isChosen}
      className={styles.option}
      onMouseMove={onReach}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      onAuxClick={(event) => event.button === 1 && onOpen(event)}
    >
      <Icon name={icon} size={18} />
      <span className={styles.names}>
        <strong>{title || t("admin.search.unnamed")}</strong>
        {subtitle && <span className={styles.subtitle}>{subtitle}</span>}
      </span>
      <span className={styles.kind}>{t(`admin.search.kind.${kind}`)}</span>
    </li>
  );
}
