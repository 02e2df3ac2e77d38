/** What is typed of a target fund on top of what was read, and saving it. */
import { ApiError } from "@portico/api/errors.ts";
import type { DefinitionContent } from "@portico/api/funds.ts";
import { useMemo, useState } from "react";
import { alert } from "../../shell/alert.ts";
import { fieldErrorTexts } from "../../shell/api.tsx";
import { useChange } from "../../shell/calls/use-change.ts";
import { type Language, useLanguage, useText } from "../../ui/text.tsx";
import { useUnsaved } from "../../ui/unsaved.ts";
import { contentWith, figuresIn, figuresOf, type TypedFigures } from "./typed-definition.ts";

interface Typed {
  content: DefinitionContent;
  figures: TypedFigures;
  /** In whose format the figures are. */
  language: Language;
}

interface DefinitionRead {
  content: DefinitionContent;
  /** Undefined for a new one. */
  id: number | undefined;
  /** The draft's `edit`; null without a draft. */
  edit: number | null;
  onSaved: (id: number) => void;
}

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
  const read = useMemo(() => ({ content, figures: figuresOf(language, content), language }), [content, language]);
  const shown = typed ?? read;
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
    isConflict: save.error instanceof ApiError && save.error.code === "stateConflict",
    /** What keeps it from being saved, by path. */
    faults,
    change: (part: Partial<DefinitionContent>, figures = shown.figures) => {
      if (!typed) setReadEdit(edit);
      setTyped({ content: { ...shown.content, ...part }, figures, language });
    },
    undo: () => {
      setTyped(undefined);
      setWrong([]);
      save.reset();
    },
    submit: () => {
      if (save.isPending) return;
      const result = contentWith(language, shown.content, shown.figures);
      setWrong("wrong" in result ? result.wrong : []);
      if ("wrong" in result) return;
      save.mutate(result.content, {
        onSuccess: (opened) => {
          // What was typed meanwhile stays, on top of what was saved.
          setTyped((now) => (now === typed ? undefined : now));
          setReadEdit(opened.versions.find(({ state }) => state === "draft")?.edit ?? null);
          leave();
          alert.success(t("admin.funds.saved"));
          onSaved(opened.id);
        },
      });
    },
  };
}
