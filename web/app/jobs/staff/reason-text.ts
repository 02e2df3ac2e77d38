/** Why a job failed, in the reader's language. */
import type { JobReason } from "@portico/api/job-reasons.ts";
import type { Language, TextKey, TextParams } from "@portico/messages/text.ts";
import { formatMoment } from "../../ui/format.ts";
import type { Translate } from "../../ui/text.tsx";

type Kind = JobReason["kind"];
type KeyOf<K extends Kind> = `admin.jobs.reason.${K}`;
type ReasonOf<K extends Kind, R = JobReason> = R extends JobReason ? (K extends R["kind"] ? R : never) : never;
type ParamsOf<K extends TextKey> = TextParams<K> extends undefined ? object : TextParams<K>;

/** A kind whose text takes what its reasons do not have is the name of that kind, and does not compile below. */
type Unfit = { [K in Kind]: ReasonOf<K> extends ParamsOf<KeyOf<K>> ? never : K }[Kind];
type Fitting = [Unfit] extends [never] ? JobReason : Unfit;

/** One clause without a full stop. */
export function reasonText(t: Translate, language: Language, reason: Fitting): string {
  const params = reason.kind === "mailSetAside" ? { ...reason, sentAt: formatMoment(language, reason.sentAt) } : reason;
  return t(`admin.jobs.reason.${reason.kind}`, params as TextParams<KeyOf<Kind>>);
}
