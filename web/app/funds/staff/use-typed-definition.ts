/** What is typed of a target fund on top of what was read, and saving it. */
import { ApiError } from "@portico/api/errors.ts";
import type { DefinitionContent } from "@portico/api/funds.ts";
import { useMemo, useState } from "react";
import { fieldErrorTexts } from "../../shell/calls/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { alert } from "../../shell/dialogs/alert.ts";
import { mergeChanges } from "../../shell/staff/conflicts/three-way.ts";
import { type Language, useLanguage, useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import {
  contentWith,
  figuresIn,
  splitFigures,
  type TypedFigures,
  toTypedFigures,
  withFigures,
} from "./typed-definition.ts";

interface Typed {
  content: DefinitionContent;
  figures: TypedFigures;
  /** In whose format the figures are. */
  language: Language;
  /** What was read when typing began. */
  base: DefinitionContent;
}

export interface DefinitionRead {
  content: DefinitionContent;
  /** Undefined for a new one. */
  id: number | undefined;
  /** The draft's `edit`; null without a draft. */
  edit: number | null;
  /** Who saved the draft last, and when. */
  changed: { by: string; at: string } | undefined;
  onSaved: (id: number) => void;
}

const figuresAsRead = ({ years, minimum, maximum, fees, allocation }: DefinitionContent) => ({
  years,
  minimum,
  maximum,
  fees,
  allocation,
});

export function useTypedDefinition({ content, id, edit, onSaved }: DefinitionRead) {
  const t = useText();
  const language = useLanguage();
  /** Undefined shows what was read. */
  const [typed, setTyped] = useState<Typed>();
  /** The draft's `edit` when typing began: a colleague's save in between is noticed. */
  const [readEdit, setReadEdit] = useState<number | null>(null);
  const [wrong, setWrong] = useState<readonly string[]>([]);
  const [key] = useState(() => crypto.randomUUID());
  const leave = useUnsaved(typed !== undefined);
  const save = useChange((api, sent: DefinitionContent) =>
    id === undefined
      ? api.funds.createDefinition({ body: { content: sent, key } })
      : api.funds.saveDefinition({ params: { id }, body: { content: sent, edit: typed ? readEdit : edit } }),
  );
  if (typed && typed.language !== language)
    setTyped({ ...typed, language, figures: figuresIn(language, typed.language, typed.figures) });
  const read = useMemo(() => ({ content, figures: toTypedFigures(language, content), language }), [content, language]);
  const shown = typed ?? read;
  const isOvertaken = typed !== undefined && readEdit !== edit && !save.isPending;
  /** What keeping one's own gives: also what colleagues changed elsewhere. */
  const merge = () => {
    const base = withFigures(typed?.base ?? content, toTypedFigures(language, typed?.base ?? content));
    const stored = withFigures(read.content, read.figures);
    return splitFigures(mergeChanges(base, withFigures(shown.content, shown.figures), stored));
  };
  const faults = useMemo(
    () => ({
      ...(save.error instanceof ApiError && save.error.code === "badInput" && fieldErrorTexts(t, save.error)),
      ...Object.fromEntries(wrong.map((path) => [path, t("field.badFormat")])),
    }),
    [save.error, wrong, t],
  );
  return {
    shown,
    isChanged: typed !== undefined,
    isSaving: save.isPending,
    error: save.error,
    isOvertaken,
    /** One's own to compare with what is stored; a figure that cannot be read yet is left as it was. */
    merged: (): DefinitionContent => {
      const merged = merge();
      const result = contentWith(language, merged.content, merged.figures);
      return "wrong" in result ? { ...merged.content, ...figuresAsRead(content) } : result.content;
    },
    keepMine: () => {
      setTyped({ ...merge(), language, base: content });
      setReadEdit(edit);
      save.reset();
    },
    /** What keeps it from being saved, by path. */
    faults,
    change: (part: Partial<DefinitionContent>, figures = shown.figures) => {
      if (!typed) setReadEdit(edit);
      setTyped({ content: { ...shown.content, ...part }, figures, language, base: typed?.base ?? content });
    },
    undo: () => {
      setTyped(undefined);
      setWrong([]);
      save.reset();
    },
    submit: () => {
      if (save.isPending || isOvertaken) return;
      const result = contentWith(language, shown.content, shown.figures);
      setWrong("wrong" in result ? result.wrong : []);
      if ("wrong" in result) return;
      save.mutate(result.content, {
        onSuccess: (opened) => {
          // What was typed meanwhile stays, on top of what was saved.
          setTyped((now) => (now === typed || !now ? undefined : { ...now, base: result.content }));
          setReadEdit(opened.versions.find(({ state }) => state === "draft")?.edit ?? null);
          leave();
          alert.success(t("admin.funds.saved"));
          onSaved(opened.id);
        },
      });
    },
  };
}
