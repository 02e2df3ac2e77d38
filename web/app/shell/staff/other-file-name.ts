/** What a file is that the portal does not read. */
import { otherFiles } from "@portico/api/rules/other-files.ts";
import type { Translate } from "../../ui/text.tsx";

/** The kind's name with the message of its standard; the detail of a refusal `otherFile` has both. */
export function otherFileName(t: Translate, detail: string | null): string {
  const [written = "", message] = (detail ?? "").split(" ");
  const kind = otherFiles.find((one) => one === written);
  const name = kind ? t(`imports.otherFile.${kind}`) : written;
  return message ? `${name} (${message})` : name;
}
