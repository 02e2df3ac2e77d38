/** Accepts files: chosen with a button, or dropped. */
import { type DragEvent, type ReactNode, useId, useState } from "react";
import styles from "./file-drop.module.css";
import { Icon } from "./icon.tsx";

interface FileDropProps {
  onFile?: (file: File) => void;
  /** Accepts several files at once, instead of one. */
  onFiles?: (files: File[]) => void;
  /** Extensions offered by the file chooser, such as ".csv,.xml". */
  accept: string;
  /** Texts of the button, next to it, and while a file is dragged over it. */
  chooseLabel: string;
  dropLabel: string;
  overLabel: string;
  hint?: ReactNode;
}

export function FileDrop({ onFile, onFiles, accept, chooseLabel, dropLabel, overLabel, hint }: FileDropProps) {
  const id = useId();
  const [isOver, setOver] = useState(false);

  function take(files: File[]) {
    const [file] = files;
    if (!file) return;
    onFile?.(file);
    onFiles?.(files);
  }

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is a second way; the field inside takes keyboard and pointer
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Icon name="upload" size={24} />
      <p className={styles.prompt}>
        <label htmlFor={id} className={styles.button}>
          {chooseLabel}
        </label>
        <span>{isOver ? overLabel : dropLabel}</span>
      </p>
      <input
        id={id}
        className={styles.field}
        type="file"
        accept={accept}
        multiple={onFiles !== undefined}
        aria-describedby={hint ? `${id}-hint` : undefined}
        onChange={(event) => {
          const files = [...(event.target.files ?? [])];
          // Choosing the same file again, after correcting it, counts.
          event.target.value = "";
          take(files);
        }}
      />
      {hint && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
    </div>
  );
}
