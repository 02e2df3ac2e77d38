/** The firm's logo: uploaded by an admin, re-encoded in a separate process, named by the brand, public. */
import type { Answer } from "@portico/api/endpoint.ts";
import type { settings } from "@portico/api/settings.ts";
import { readWhole } from "../../adapters/files/files.ts";
import type { SentFile } from "../../http/downloads.ts";
import { type Context, requireViewer, type Services } from "../../kernel/context.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { receiveContent, storeContents } from "../files/files.ts";
import { drawLogo } from "../files/logo.ts";
import { findLogo, upsertLogo } from "./logo.queries.ts";
import { getSetting } from "./settings.ts";

const mediaType = "image/png";

/**
 * Accepts a picture and returns the hash of the re-encoded one, for saving the brand. `fileRefused` says why not;
 * `unavailable` while the virus scanner cannot be reached, because everybody sees the logo.
 */
export async function uploadLogo(context: Context, sent: Uint8Array): Promise<Answer<typeof settings.uploadLogo>> {
  const { userId } = requireViewer(context);
  const { content, known } = await receiveContent(context, sent);
  if (known.kind === "unreachable") throw new Refusal("unavailable", { retryAfter: 60 });
  const { picture, width, height } = await drawLogo(content, userId);
  const logo = await storeContents(context, [picture], async (tx, [sha256]) => {
    await upsertLogo(tx, { sha256, width, height }, userId);
    const name = sha256.toString("hex");
    tx.audit("setting.logoUploaded", "brand", { after: { logo: name, width, height } });
    return name;
  });
  return { logo, width, height };
}

/** The picture itself; named by its content, so it never changes. */
export async function downloadLogo({ db, files }: Services, logo: string): Promise<SentFile> {
  if (!(await findLogo(db, Buffer.from(logo, "hex")))) throw new Refusal("notFound");
  return { name: "logo.png", media_type: mediaType, etag: logo, ...(await files.open(logo)) };
}

/** The brand's logo for embedding in mails, or null. */
export async function readLogo({ db, files }: Pick<Services, "db" | "files">) {
  const { logo } = await getSetting(db, "brand");
  const row = logo === null ? undefined : await findLogo(db, Buffer.from(logo, "hex"));
  if (logo === null || !row) return null;
  return { content: await readWhole(files, logo), mediaType, width: row.width, height: row.height };
}
