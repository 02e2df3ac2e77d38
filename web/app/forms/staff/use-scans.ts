/** Which of a form's files is open next to it. */
import type { FileReference } from "@portico/api/forms/field.ts";
import type { FormType } from "@portico/api/forms/forms.ts";
import { stepKey } from "@portico/api/forms/text-keys.ts";
import { useEffect, useState } from "react";
import { formText } from "../../shell/form-text.ts";
import { type ViewerFile, viewerId } from "../../shell/viewer/open-file.ts";
import { useText } from "../../ui/text.tsx";
import { fileButtonId } from "../fields/file-links.tsx";
import type { ComparedStep } from "./review-types.ts";

/** A file of a form with the field that it proves: its place is the names of the step and the field. */
export interface ScanFile extends ViewerFile, FileReference {
  /** Path for remarks on the field. */
  path: string;
}

export interface Scans {
  /** In the form's order. */
  files: readonly ScanFile[];
  shown: ScanFile | undefined;
  show: (fileId: number) => void;
  close: () => void;
}

const buttonOf = (fileId: number): HTMLElement | null => document.getElementById(fileButtonId(fileId));

export function useScans(type: FormType, steps: readonly ComparedStep[]): Scans {
  const t = useText();
  const [shownId, setShownId] = useState<number>();
  const files = steps.flatMap(({ step, rows }) =>
    rows.flatMap(({ files: own, path, label }) =>
      own.map((file) => ({
        ...file,
        path,
        isPdf: /\.pdf$/i.test(file.name),
        place: `${formText(t, stepKey(type, step.name))}: ${label}`,
      })),
    ),
  );
  useEffect(() => {
    if (shownId === undefined) return;
    // The form scrolls to the field that the file proves.
    buttonOf(shownId)?.scrollIntoView({ block: "center" });
    const viewer = document.getElementById(viewerId);
    // A button in the viewer keeps the focus.
    if (!viewer?.contains(document.activeElement)) viewer?.focus({ preventScroll: true });
  }, [shownId]);
  return {
    files,
    shown: files.find(({ id }) => id === shownId),
    show: setShownId,
    close: () => {
      setShownId(undefined);
      if (shownId !== undefined) buttonOf(shownId)?.focus();
    },
  };
}
