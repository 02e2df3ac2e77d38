/** ETags of answers with a stamp (kernel/stamped.ts): a caller who has that of the same stamp gets 304 instead. */
import { hash } from "node:crypto";

/** Weak, because an answer is the same in each encoding. Its text says nothing about the stamp. */
export const tagOf = (build: string, stamp: string): string => `W/"${hash("sha1", `${build} ${stamp}`, "base64url")}"`;

/** Whether `If-None-Match` contains the tag; its list is compared weakly (RFC 9110, section 13.1.2). */
export const hasTag = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header === tag || header.split(",").some((one) => one.trim() === tag));
