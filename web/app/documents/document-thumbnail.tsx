/** A small picture of a document, fetched when its row comes into view; without one, the kind of its file. Decorative. */
import type { DocumentRow } from "@portico/api/documents.ts";
import type { Download } from "@portico/api/endpoint.ts";
import type { Holder } from "@portico/api/shapes.ts";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useApi } from "../shell/calls/api.tsx";
import { useCall } from "../shell/calls/use-call.ts";
import { Icon } from "../ui/icon.tsx";
import styles from "./documents.module.css";

interface DocumentThumbnailProps {
  holder: Holder;
  document: Pick<DocumentRow, "id" | "versions" | "thumbnail" | "file">;
}

/** Fetched before it is seen, so that it is there when it is scrolled to. */
const ahead = "300px";

export function DocumentThumbnail({ holder, document }: DocumentThumbnailProps) {
  const { id: docId, versions: version, thumbnail, file } = document;
  const api = useApi();
  const place = useRef<HTMLSpanElement>(null);
  const isNear = useIsNear(place, thumbnail);
  const { data } = useCall(
    api.documents.getThumbnail,
    { params: { ...holder, docId, version } },
    { enabled: isNear, staleTime: Number.POSITIVE_INFINITY, retry: false },
  );
  const address = useAddress(thumbnail ? data : undefined);
  return (
    <span ref={place} className={styles.thumbnail} aria-hidden="true" data-no-print>
      {address && <img src={address} alt="" loading="lazy" decoding="async" width={36} height={48} />}
      {!thumbnail && (
        <>
          <Icon name="document" />
          <span className={styles.kind}>{kindOf(file.name)}</span>
        </>
      )}
    </span>
  );
}

const kindOf = (name: string): string => /\.(\w{1,4})$/.exec(name)?.[1]?.toUpperCase() ?? "";

/** Whether the element is, or nearly is, in view; not watched while that does not matter. */
function useIsNear(place: RefObject<Element | null>, matters: boolean): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (!matters || !place.current) return undefined;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: ahead,
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [place, matters]);
  return matters && isNear;
}

/** An address of the bytes in this page, given up with them. */
function useAddress(file: Download | undefined): string | undefined {
  const address = useMemo(
    () => file && URL.createObjectURL(new Blob([file.content], { type: file.media_type })),
    [file],
  );
  useEffect(() => () => void (address && URL.revokeObjectURL(address)), [address]);
  return address;
}
