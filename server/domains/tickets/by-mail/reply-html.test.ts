/** Replies in HTML to the portal's own mail, as mail programs quote it. */
import { languages } from "@portico/api/shapes.ts";
import { expect, test } from "vitest";
import { run } from "./parse-mail.task.ts";
import { takeReply } from "./take-reply.ts";
import { renderAnswer, sentMails } from "./testing/sent.ts";

const own = "<p>Да, потвърждавам: <b>100</b></p><table><tr><td>1</td><td>2</td></tr></table>";
const from = "Portico &lt;no-reply@firm.example&gt;";
const programs: Record<string, (quoted: string) => string> = {
  Gmail: (quoted) =>
    `<div>${own}</div><br><div class="gmail_quote"><div class="gmail_attr">На чт, 26.11.2026 г. в 13:25 ${from} написа:<br></div><blockquote>${quoted}</blockquote></div>`,
  Outlook: (quoted) =>
    `${own}<p><o:p>&nbsp;</o:p></p><div style="border-top:solid 1pt"><p><b>From:</b> ${from}<br><b>Sent:</b> Thursday, November 26, 2026 1:25 PM<br><b>To:</b> anna@mail.example<br><b>Subject:</b> X</p></div>${quoted}`,
  "Outlook in the web": (quoted) =>
    `${own}<hr><div id="divRplyFwdMsg"><b>От:</b> ${from}<br><b>Изпратено:</b> четвъртък, 26 ноември 2026 г. 13:25<br><b>До:</b> x<br><b>Относно:</b> Y<div>&nbsp;</div></div>${quoted}`,
  "Apple Mail": (quoted) =>
    `<html><body>${own}<div><br><blockquote type="cite"><div>On 26 Nov 2026, at 13:25, ${from} wrote:</div><br>${quoted}</blockquote></div></body></html>`,
  Yahoo: (quoted) =>
    `<div>${own}</div><div class="yahoo_quoted"><div>В четвъртък, 26 ноември 2026 г., 13:25:00 ч., ${from} написа: </div><div><br></div><div>${quoted}</div></div>`,
  "Thunderbird, below the quotation": (quoted) =>
    `<div class="moz-cite-prefix">On 11/26/26 13:25, Portico wrote:<br></div><blockquote type="cite">${quoted}</blockquote>${own}`,
};

test.each(Object.keys(programs))("%s: the words alone, in each language", async (program) => {
  for (const language of languages) {
    const { html } = renderAnswer({ language });
    const [, body = ""] = /<body[^>]*>([\s\S]*)<\/body>/.exec(html) ?? [];
    const source = `From: anna@mail.example\r\nContent-Type: text/html; charset=utf-8\r\n\r\n${programs[program]?.(body)}`;
    const mail = await run({ source: Buffer.from(source) });
    const { words } = (mail && takeReply(mail, sentMails())) ?? {};
    expect([language, words]).toEqual([language, "Да, потвърждавам: 100\n1 | 2"]);
    expect(mail?.whole).toContain("For custody.");
  }
});
