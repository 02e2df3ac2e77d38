/** Files of a form field: photographed, chosen or dropped; each with name, size and state, removable after confirmation. */

import { type ComponentType, type DragEvent, useEffect, useId, useRef, useState } from "react";
import styles from "./file-field.module.css";
import { sortFiles } from "./file-limits.ts";
import { FileRow, SendingRow } from "./file-rows.tsx";
import { RequiredMark } from "./required-mark.tsx";
import { useText } from "./text.tsx";
import type { FieldFile, Sending, Upload } from "./uploads.ts";
import { useUploads } from "./use-uploads.ts";

/** How files that can be paused are sent and shown. */
export interface Resumable {
  /** How many are sent at once. */
  atOnce: number;
  /** Within the line of a file that is being sent. */
  Row: ComponentType<SendingRowProps>;
}

export interface SendingRowProps {
  sending: Sending;
  onPause: () => void;
  onResume: () => void;
  onDrop: () => void;
}

interface FileFieldProps {
  label: string;
  value: readonly FieldFile[];
  onAdd: (file: FieldFile) => void;
  /** Resolves once the server has removed it; `explain` words a rejection. */
  onRemove: (file: FieldFile) => Promise<void> | void;
  upload: Upload;
  explain: (error: unknown) => string;
  /** Previews by file id: owned and released by whoever renders the field. */
  previews: Map<number, string>;
  /** Opens the file; without it the name is plain text. */
  onOpen?: (file: FieldFile) => void;
  max?: number;
  /** The largest file, and the text for a larger one. */
  largest?: { megabytes: number; text: string };
  resumable?: Resumable;
  /** How many are not sent completely yet. */
  onSending?: (count: number) => void;
  /** As in `accept`, if not the usual kinds: then nothing is photographed, and `hint` says what is taken. */
  kinds?: string;
  hint?: string;
  error?: string | null;
  required?: boolean;
}

const usualMegabytes = 10;
const usualKinds = "application/pdf,image/jpeg,image/png,image/webp";

export function FileField(props: FileFieldProps) {
  const { label, value, onAdd, onRemove, upload, explain, previews, onOpen, max = 5 } = props;
  const { hint, error, required, largest, resumable, onSending, kinds } = props;
  const t = useText();
  const megabytes = largest?.megabytes ?? usualMegabytes;
  const Row = resumable?.Row;
  const id = useId();
  const chooser = useRef<HTMLInputElement>(null);
  const [news, setNews] = useState("");
  const { sending, add, refuse, drop, pause, resume } = useUploads({
    upload: async (file, on) => {
      const added = await upload(file, on);
      if (file.type.startsWith("image/")) previews.set(added.id, URL.createObjectURL(file));
      return added;
    },
    onAdd: (file) => {
      setNews(t("ui.file.sent", { name: file.name }));
      onAdd(file);
    },
    explain,
    atOnce: resumable?.atOnce ?? 1,
  });
  const onTheWay = sending.filter(({ refusal }) => refusal === null).length;
  const left = max - value.length - onTheWay;
  const tell = useRef(onSending);
  useEffect(() => {
    tell.current = onSending;
  });
  useEffect(() => tell.current?.(onTheWay), [onTheWay]);

  /** Refused files are reported at once, one by one, also when the field is full; the rest is sent. */
  function take(files: FileList | null) {
    const { fitting, tooLarge, tooMany } = sortFiles([...(files ?? [])], { left: Math.max(0, left), megabytes });
    add(fitting);
    refuse([
      ...tooLarge.map((file) => ({ file, refusal: largest?.text ?? t("field.fileTooBig") })),
      ...tooMany.map((file) => ({ file, refusal: t("ui.file.tooMany", { count: max }) })),
    ]);
  }
  function cancel(key: number) {
    drop(key);
    chooser.current?.focus();
  }
  async function remove(file: FieldFile) {
    await onRemove(file);
    const preview = previews.get(file.id);
    if (preview) URL.revokeObjectURL(preview);
    previews.delete(file.id);
    setNews(t("ui.file.removed", { name: file.name }));
    chooser.current?.focus();
  }

  return (
    <fieldset className={styles.field} aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}>
      <legend className={styles.label}>
        {label}
        {required && <RequiredMark />}
      </legend>
      {hint && !kinds && <p className="small">{hint}</p>}
      {(value.length > 0 || sending.length > 0) && (
        <ul className={styles.files}>
          {value.map((file) => (
            <FileRow
              key={file.id}
              file={file}
              preview={previews.get(file.id)}
              onRemove={() => remove(file)}
              onOpen={onOpen && (() => onOpen(file))}
              explain={explain}
            />
          ))}
          {sending.map((one) => (
            <li key={one.key} className={styles.row} data-refused={one.refusal !== null || undefined}>
              {Row && one.refusal === null ? (
                <Row
                  sending={one}
                  onPause={() => pause(one.key)}
                  onResume={() => resume(one.key)}
                  onDrop={() => cancel(one.key)}
                />
              ) : (
                <SendingRow sending={one} onDrop={() => cancel(one.key)} />
              )}
            </li>
          ))}
        </ul>
      )}
      <Chooser id={id} chooser={chooser} kinds={kinds} invalid={Boolean(error)} onFiles={take} />
      <p id={`${id}-hint`} className="small">
        {kinds ? hint : t("ui.file.taken", { megabytes, count: max })}
      </p>
      {error && (
        <p id={`${id}-error`} className={styles.error}>
          {error}
        </p>
      )}
      <output className={styles.news}>{news}</output>
    </fieldset>
  );
}

interface ChooserProps {
  id: string;
  chooser: React.RefObject<HTMLInputElement | null>;
  kinds: string | undefined;
  invalid: boolean;
  onFiles: (files: FileList | null) => void;
}

/** Two inputs: the camera (if the device has one) and the device's files; both are reachable by keyboard. */
function Chooser({ id, chooser, kinds, invalid, onFiles }: ChooserProps) {
  const t = useText();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, now: boolean) => {
    event.preventDefault();
    setOver(now);
  };
  const input = (key: "file" | "camera") => (
    <input
      id={`${id}-${key}`}
      ref={key === "file" ? chooser : undefined}
      className={styles.input}
      type="file"
      accept={key === "camera" ? "image/*" : (kinds ?? usualKinds)}
      multiple={key === "file"}
      capture={key === "camera" ? "environment" : undefined}
      aria-invalid={invalid || undefined}
      onChange={(event) => {
        onFiles(event.target.files);
        event.target.value = "";
      }}
    />
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- dropping is one more way; the fields inside take keyboard and pointer
    <div
      className={styles.zone}
      data-over={isOver || undefined}
      data-error={invalid || undefined}
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        onFiles(event.dataTransfer.files);
      }}
    >
      <span className={styles.way}>
        {input("file")}
        <label htmlFor={`${id}-file`}>{t("ui.file.choose")}</label>
      </span>
      {!kinds && (
        <span className={`${styles.way} ${styles.camera}`}>
          {input("camera")}
          <label htmlFor={`${id}-camera`}>{t("ui.file.photograph")}</label>
        </span>
      )}
      <span className={styles.drop}>{t("ui.file.drop")}</span>
    </div>
  );
}
