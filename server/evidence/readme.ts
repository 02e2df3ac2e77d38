/** README.txt of a pack: what is in it and how to verify it with OpenSSL, in the contract's language first. */
import type { Language } from "@portico/api/shapes.ts";
import { textIn } from "@portico/messages/server-text.ts";
import { languages, type Translate } from "@portico/messages/text.ts";
import { type EvidenceData, publishedAt } from "./evidence-data.ts";

const width = 90;

function wrapped(text: string, indent = ""): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line && indent.length + line.length + 1 + word.length > width) {
      lines.push(line);
      line = "";
    }
    line += line ? ` ${word}` : word;
  }
  return [...lines, line].map((one) => indent + one).join("\n");
}
const underlined = (text: string, sign: string): string => `${text}\n${sign.repeat(text.length)}`;
/** Commands are the lines that are indented by four spaces. */
const indented = (commands: string): string => commands.replace(/^/gm, "    ");

const seconds = (at: Date): number => Math.floor(at.getTime() / 1000);

/** What OpenSSL 3 says of a good signature. */
const success = "CAdES Verification successful";

/** In this order, in one shell. */
const commandsOf = ({ contract }: EvidenceData, { madeAt, sealedAt }: { madeAt: number; sealedAt: number }) => ({
  authority: `for one in authority-*.pem; do
  openssl x509 -in "$one" -noout -subject -fingerprint -sha256
done`,
  list: `work=$(mktemp -d)
cat authority-*.pem > "$work/authorities.pem"
verify() {
  openssl cms -verify -cades -binary -inform DER -purpose any -out /dev/null \\
    -CAfile "$work/authorities.pem" -no-CApath -no-CAstore "$@"
}
verify -attime ${madeAt} -in SHA256SUMS.cms -content SHA256SUMS`,
  files: "sha256sum --check --strict SHA256SUMS",
  seal: `file=contract.pdf at=${sealedAt}
set -- $(grep -a -o '/ByteRange \\[[0-9 ]*\\]' "$file" | tail -n 1 | tr -dc '0-9 ')
test $(($3 + $4)) -eq $(wc -c < "$file") && echo "whole file"
{ head -c "$2" "$file"; tail -c +$(($3 + 1)) "$file"; } > "$work/covered"
tail -c +$(($2 + 2)) "$file" | head -c $(($3 - $2 - 2)) |
  basenc --base16 --decode > "$work/seal.cms"
verify -attime "$at" -in "$work/seal.cms" -content "$work/covered"`,
  accepted: `hash=${contract.sha256}
test "$(head -c ${contract.size} contract.pdf | sha256sum)" = "$hash  -" &&
  grep -q "\\"sha256\\": \\"$hash\\"" evidence.json && echo "same file"`,
});

const files = [
  ["contract.pdf", "contract"],
  ["evidence.pdf", "evidencePdf"],
  ["evidence.json", "evidenceJson"],
  ["audit.json", "audit"],
  ["authority-*.pem", "certificates"],
  ["verify.html", "page"],
  ["SHA256SUMS", "list"],
  ["SHA256SUMS.cms", "listSignature"],
] as const;

/** Of the pages with the evidence in contract.pdf. A contract that was sealed before there were such pages has nothing to say. */
function pagesText(t: Translate, { contract }: EvidenceData): string {
  const { evidencePages: count, evidenceOmitted: omitted } = contract;
  if (omitted !== null) return ` ${t(`evidence.readme.pages.${omitted}`)}`;
  return count > 0 ? ` ${t("evidence.readme.pages.added", { count })}` : "";
}

interface Times {
  /** Seconds since 1970. */
  madeAt: number;
  sealedAt: number;
  /** When an independent service says that the seal existed; null without one. */
  stampedAt: string | null;
}

function section(t: Translate, data: EvidenceData, at: Times): string {
  const { firm, contract } = data;
  const address = publishedAt(data);
  const commands = commandsOf(data, at);
  const step = (number: number, text: string, command: string): string[] => [
    wrapped(`${number}. ${text}`),
    indented(command),
  ];
  return [
    underlined(t("evidence.readme.title", { id: `${contract.id}`, title: contract.title }), "="),
    wrapped(t("evidence.readme.intro", { firm })),
    underlined(t("evidence.readme.filesHead"), "-"),
    files.map(([name, key]) => `  ${name.padEnd(16)}${t(`evidence.readme.file.${key}`)}`).join("\n"),
    underlined(t("evidence.readme.pageHead"), "-"),
    wrapped(t("evidence.readme.page", { address })),
    underlined(t("evidence.readme.commandsHead"), "-"),
    wrapped(t("evidence.readme.commands")),
    ...step(1, t("evidence.readme.authority", { firm, address }), commands.authority),
    ...step(2, t("evidence.readme.list", { success }), commands.list),
    ...step(3, t("evidence.readme.files"), commands.files),
    ...step(4, t("evidence.readme.seal", { success, at: `${at.madeAt}` }), commands.seal),
    ...step(
      5,
      `${t("evidence.readme.accepted", { size: `${contract.size}` })}${pagesText(t, data)}`,
      commands.accepted,
    ),
    underlined(t("evidence.readme.auditHead"), "-"),
    wrapped(t("evidence.readme.audit")),
    underlined(t("evidence.readme.limitsHead"), "-"),
    wrapped(t("evidence.readme.limits")),
    wrapped(
      at.stampedAt === null ? t("evidence.readme.time.own") : t("evidence.readme.time.stamped", { at: at.stampedAt }),
    ),
  ].join("\n\n");
}

/** `sealedAt`: when contract.pdf was sealed. `stampedAt`: when a service for time stamps says that it was. */
export function writeReadme(
  data: EvidenceData,
  { sealedAt, stampedAt }: { sealedAt: Date; stampedAt: Date | null },
): string {
  const first = data.contract.language;
  const order: Language[] = [first, ...languages.filter((one) => one !== first)];
  const at = {
    madeAt: seconds(new Date(data.madeAt)),
    sealedAt: seconds(sealedAt),
    stampedAt: stampedAt?.toISOString() ?? null,
  };
  const contents = order.map((one) => textIn(one)("evidence.readme.language")).join(" · ");
  return `${[contents, ...order.map((one) => section(textIn(one), data, at))].join("\n\n\n")}\n`;
}
