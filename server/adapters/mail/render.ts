/** Renders a mail in the reader's language, as text and as HTML. */
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { dateLocale, type Translate } from "@portico/messages/text.ts";
import type { Letter, TemplateParams } from "./templates.ts";

/** The firm that sends the mails. */
export interface Firm {
  name: string;
  supportEmail: string;
  /** IANA name, for times in mails. */
  timeZone: string;
  logo: Logo | null;
  /** Colour of buttons, as #RRGGBB; white can be read on it. */
  accent: string;
}

/** Sent with the mail: mail readers do not show external images without permission. */
interface Logo {
  content: Buffer;
  mediaType: string;
  width: number;
  height: number;
}
/** Content id of the logo in the HTML part. */
const logoId = "logo@portico";

export interface Rendered {
  subject: string;
  text: string;
  html: string;
  /** Images in the HTML part, by content id. */
  pictures: { id: string; content: Buffer; mediaType: string }[];
}

/** One block of a mail: a sentence, a code, a link button, or a list of facts. */
type Block =
  | { kind: "sentence"; text: string }
  | { kind: "code"; code: string }
  | { kind: "link"; label: string; address: string }
  | { kind: "facts"; lines: string[] };

const sentence = (text: string): Block => ({ kind: "sentence", text });

function moment(language: Language, at: string, timeZone: string): string {
  const day = new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone }).format(new Date(at));
  const time = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(new Date(at));
  return `${day}, ${time} (${timeZone})`;
}

/** Device maker names, equal in every language; undetected ones are left out. */
const deviceNames: Record<string, string> = {
  chrome: "Chrome",
  firefox: "Firefox",
  safari: "Safari",
  opera: "Opera",
  edge: "Edge",
  MacOS: "macOS",
};
const deviceOf = (parts: string[]): string =>
  parts
    .filter((part) => part !== "no detection")
    .map((part) => deviceNames[part] ?? part)
    .join(", ");

const agreedWords = (t: Translate, agreed: TemplateParams<"formReceipt">["agreed"]): string =>
  t("forms.sent.agreed", {
    texts: agreed
      .map(({ name, version }) => t("forms.sent.text", { name: t(`forms.field.${name}`), version: String(version) }))
      .join(", "),
  });

function codeSentence(t: Translate, { purpose, about, step = "contract" }: TemplateParams<"code">): string {
  if (purpose === "signIn") return t("mail.code.signIn");
  return about ? t(`mail.code.${step}`, { name: about }) : t("mail.code.validation");
}

/** About a bank account, which the reader may know nothing of. */
function accountContent(t: Translate, { type, company, document, text, link }: TemplateParams<"news">, firm: Firm) {
  const lead = t("mail.account.lead", { type, company, of: company || "none", account: document });
  return {
    subject: t("mail.account.subject", { type, brand: firm.name }),
    blocks: [
      sentence(lead),
      ...(text ? [sentence(text)] : []),
      { kind: "link" as const, label: t("mail.news.button"), address: link },
      sentence(t("mail.account.notYou", { support: firm.supportEmail })),
    ],
  };
}

function contentOf(t: Translate, language: Language, letter: Letter, firm: Firm): { subject: string; blocks: Block[] } {
  const brand = firm.name;
  const support = firm.supportEmail;
  switch (letter.template) {
    case "code":
      return {
        subject: t("mail.code.subject", { brand }),
        blocks: [
          sentence(codeSentence(t, letter.params)),
          { kind: "code", code: letter.params.code },
          sentence(t("mail.code.validity", { minutes: letter.params.minutes })),
          sentence(t("mail.code.notYou")),
        ],
      };
    case "resetLink":
      return {
        subject: t("mail.resetLink.subject", { brand }),
        blocks: [
          sentence(t("mail.resetLink.lead")),
          { kind: "link", label: t("mail.resetLink.button"), address: letter.params.link },
          sentence(t("mail.resetLink.validity")),
          sentence(t("mail.resetLink.notYou")),
        ],
      };
    case "passwordChanged":
      return {
        subject: t("mail.passwordChanged.subject", { brand }),
        blocks: [sentence(t("mail.passwordChanged.lead")), sentence(t("mail.passwordChanged.notYou", { support }))],
      };
    case "lockedOut":
      return {
        subject: t("mail.lockedOut.subject", { brand }),
        blocks: [
          sentence(t("mail.lockedOut.lead", { where: letter.params.where })),
          sentence(t("mail.lockedOut.notYou", { where: letter.params.where })),
        ],
      };
    case "wrongCodes":
      return {
        subject: t("mail.wrongCodes.subject", { brand }),
        blocks: [sentence(t("mail.wrongCodes.lead")), sentence(t("mail.wrongCodes.notYou", { support }))],
      };
    case "factorChanged": {
      const { factor, change, device } = letter.params;
      return {
        subject: t("mail.factorChanged.subject", { brand }),
        blocks: [
          sentence(t("mail.factorChanged.lead", { what: `${factor}_${change}`, device })),
          sentence(t("mail.factorChanged.notYou", { support })),
        ],
      };
    }
    case "news": {
      const { type: news, again, company, day, asked, document, number, text, link } = letter.params;
      if (news.startsWith("account")) return accountContent(t, letter.params, firm);
      const type = again ? `${news}_again` : news;
      const of = company || "none";
      const shownDay =
        day &&
        new Intl.DateTimeFormat(dateLocale(language), { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
      return {
        subject: t("mail.news.subject", { type, company, asked, document, number, day: shownDay, brand }),
        blocks: [
          sentence(t("mail.news.lead", { type, company, of, asked, document, day: shownDay })),
          ...(text ? [sentence(text)] : []),
          { kind: "link", label: t("mail.news.button"), address: link },
        ],
      };
    }
    case "formReceipt": {
      const { company, at, reference, byStaff, agreed, bandsVersion, link } = letter.params;
      const of = company || "none";
      return {
        subject: t("mail.formReceipt.subject", { of, company, brand }),
        blocks: [
          sentence(t("mail.formReceipt.lead", { of, company, by: byStaff ? "staff" : "client" })),
          {
            kind: "facts",
            lines: [
              t("mail.formReceipt.when", { at: moment(language, at, firm.timeZone) }),
              t("mail.formReceipt.reference", { reference }),
              ...(agreed.length > 0 ? [agreedWords(t, agreed)] : []),
              ...(bandsVersion === null ? [] : [t("forms.sent.bands", { version: String(bandsVersion) })]),
            ],
          },
          sentence(t("mail.formReceipt.next")),
          { kind: "link", label: t("mail.formReceipt.button"), address: link },
          sentence(t("mail.formReceipt.notYou", { support })),
        ],
      };
    }
    case "clientRequest": {
      const { client, title, content, link } = letter.params;
      const isKnown = client !== "";
      return {
        subject: isKnown ? t("mail.clientRequest.subject", { client, title }) : t("mail.clientRequest.unknownSubject"),
        blocks: [
          sentence(isKnown ? t("mail.clientRequest.lead", { client, title }) : t("mail.clientRequest.unknownLead")),
          ...(content ? [sentence(content)] : []),
          { kind: "link", label: t("mail.clientRequest.button"), address: link },
        ],
      };
    }
    case "unreadChat": {
      const { from, company, count, texts, link } = letter.params;
      const lead =
        company === "" ? t("mail.unreadChat.lead", { count }) : t("mail.unreadChat.leadCompany", { count, company });
      return {
        subject:
          from === "" ? t("mail.unreadChat.subject", { count, brand }) : t("mail.unreadChat.staffSubject", { from }),
        blocks: [
          sentence(from === "" ? lead : t("mail.unreadChat.staffLead", { count, from })),
          ...(texts.length > 0 ? [{ kind: "facts" as const, lines: texts }] : []),
          { kind: "link", label: t("mail.unreadChat.button"), address: link },
        ],
      };
    }
    case "replyNotAdded": {
      const { reason, files, limit, maxFiles, megabytes, link } = letter.params;
      return {
        subject: t("mail.replyNotAdded.subject", { reason, brand }),
        blocks: [
          sentence(t("mail.replyNotAdded.lead", { reason, limit, maxFiles, megabytes })),
          ...(files.length > 0 ? [{ kind: "facts" as const, lines: files }] : []),
          { kind: "link", label: t("mail.replyNotAdded.button"), address: link },
        ],
      };
    }
    default: {
      const { at, address, countryCode, browser, os } = letter.params;
      const device = deviceOf([browser, os]);
      const country = countryCode && new Intl.DisplayNames(language, { type: "region" }).of(countryCode);
      return {
        subject: t("mail.newSignIn.subject", { brand }),
        blocks: [
          sentence(t("mail.newSignIn.lead")),
          {
            kind: "facts",
            lines: [
              t("mail.newSignIn.when", { at: moment(language, at, firm.timeZone) }),
              ...(device ? [t("mail.newSignIn.device", { device })] : []),
              country ? t("mail.newSignIn.place", { country, address }) : t("mail.newSignIn.unknownPlace", { address }),
            ],
          },
          sentence(t("mail.newSignIn.notYou", { support })),
        ],
      };
    }
  }
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
export function renderMail(language: Language, letter: Letter, firm: Firm, { canReply = false } = {}): Rendered {
  const t = textIn(language);
  const { subject, blocks } = contentOf(t, language, letter, firm);
  const greeting =
    letter.params.name === "" ? t("mail.greetingUnnamed") : t("mail.greeting", { name: letter.params.name });
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
