/** Renders a mail in the reader's language, as text and as HTML. */
import type { Language } from "@portico/api/shapes.ts";
import { translate } from "./own-texts.ts";
import { type Block, type Firm, type MailParams, type MailTemplate, sentence } from "./template.ts";

/** Content id of the logo in the HTML part. */
export const logoId = "logo@portico";

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  /** Images in the HTML part, by content id. */
  pictures: { id: string; content: Buffer; mediaType: string }[];
}

const escapes: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

function asText(block: Block): string {
  switch (block.kind) {
    case "sentence":
      return block.text;
    case "code":
      return block.code;
    case "link":
      return `${block.label}:\n${block.address}`;
    default:
      return block.lines.join("\n");
  }
}

function asHtml(block: Block, { accent }: Firm): string {
  switch (block.kind) {
    case "sentence":
      return `<p style="margin:0 0 16px">${escaped(block.text)}</p>`;
    case "code":
      return `<p style="margin:0 0 16px;font:600 28px/1.4 ui-monospace,Menlo,Consolas,monospace;letter-spacing:6px">${block.code}</p>`;
    case "link":
      return (
        `<p style="margin:0 0 16px"><a href="${escaped(block.address)}" style="display:inline-block;padding:12px 20px;` +
        `border-radius:6px;background:${accent};color:#ffffff;text-decoration:none">${escaped(block.label)}</a></p>` +
        `<p style="margin:0 0 16px;font-size:13px;word-break:break-all">${escaped(block.address)}</p>`
      );
    default:
      return `<p style="margin:0 0 16px">${block.lines.map(escaped).join("<br>")}</p>`;
  }
}

/** Header of a mail: the firm's logo, at most 32 pixels high and 180 wide as on the pages, otherwise its name. */
function signOf({ name, logo }: Firm): string {
  if (!logo) return `<p style="margin:0 0 24px;font-weight:600">${escaped(name)}</p>`;
  const scale = Math.min(1, 32 / logo.height, 180 / logo.width);
  const [width, height] = [logo.width, logo.height].map((side) => Math.max(1, Math.round(side * scale)));
  return (
    `<p style="margin:0 0 24px"><img src="cid:${logoId}" width="${width}" height="${height}" alt="${escaped(name)}" ` +
    `style="display:block;border:0;font-weight:600"></p>`
  );
}

/**
 * Subject, text and HTML of a mail. Names and addresses in it are data and never interpreted as HTML. If it can be
 * replied to, its first line marks where a reply ends.
 */
export function renderMail<Params extends MailParams>(
  language: Language,
  { template, params }: { template: MailTemplate<Params>; params: NoInfer<Params> },
  firm: Firm,
  { canReply = false } = {},
): Rendered {
  const t = translate(language, firm.texts);
  const { subject, blocks } = template.content({ params, t, language, firm });
  const greeting = params.name === "" ? t("mail.greetingUnnamed") : t("mail.greeting", { name: params.name });
  const footer = t("mail.footer", { brand: firm.name, support: firm.supportEmail });
  const marker = canReply ? [`##- ${t("mail.replyAbove")} -##`] : [];
  const text = [...marker, greeting, ...blocks.map(asText), `-- \n${footer}`].join("\n\n");
  const body = [sentence(greeting), ...blocks].map((block) => asHtml(block, firm)).join("\n");
  const html = `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><title>${escaped(subject)}</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',sans-serif;color:#1c2529;background:#ffffff">
<div style="max-width:560px;margin:0 auto">
${marker.map((line) => `<p style="margin:0 0 16px;font-size:13px;color:#5b686e">${escaped(line)}</p>`).join("")}
${signOf(firm)}
${body}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #d8dfe2;font-size:13px;color:#5b686e">${escaped(footer)}</p>
</div></body></html>
`;
  const { logo } = firm;
  const pictures = logo ? [{ id: logoId, content: logo.content, mediaType: logo.mediaType }] : [];
  return { subject, text: `${text}\n`, html, pictures };
}
