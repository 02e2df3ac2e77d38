/** What is read of mails, whatever their shape, charset and headers. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { element, integer, octets, oid, sequence, set, tagged } from "../../../seal/der.ts";
import { decodeText } from "./charsets.ts";
import { run } from "./parse-mail.task.ts";
import { nothingSent, type SentMails } from "./quotable-mails.ts";
import { takeReply } from "./take-reply.ts";
import { renderAnswer, sentMails } from "./testing/sent.ts";

const read = async (source: string | Buffer, server?: string, sent: SentMails = nothingSent) => {
  const mail = await run({ source: Buffer.from(source), server });
  if (!mail) throw new Error("not read");
  const { words: text, files } = takeReply(mail, sent);
  return { ...mail, text, files };
};
const given = (name: string) => read(readFileSync(join(import.meta.dirname, "testing", `${name}.eml`)));
const head = "From: anna@mail.example\r\n";
const picture = "iVBORw0KGgo".padEnd(400, "A");

interface Part {
  type: string;
  headers?: Record<string, string>;
  body?: string;
  parts?: Part[];
}
let boundaries = 0;
function written({ type, headers = {}, body = "", parts }: Part): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  if (!parts) return `Content-Type: ${type}\r\n${lines.join("")}\r\n${body}`;
  boundaries += 1;
  const cut = `cut${boundaries}`;
  const all = parts.map((part) => `--${cut}\r\n${written(part)}\r\n`).join("");
  return `Content-Type: ${type}; boundary=${cut}\r\n${lines.join("")}\r\n${all}--${cut}--\r\n`;
}
const html = (body: string): Part => ({ type: "text/html; charset=utf-8", body });
const plain = (body: string): Part => ({ type: "text/plain; charset=utf-8", body });
const pasted = (cid: string): Part => ({
  type: "image/png",
  headers: { "Content-ID": `<${cid}>`, "Content-Transfer-Encoding": "base64", "Content-Disposition": "inline" },
  body: picture,
});
const file: Part = {
  type: "application/pdf",
  headers: { "Content-Disposition": 'attachment; filename="a.pdf"', "Content-Transfer-Encoding": "base64" },
  body: "JVBERi0xLjQ=",
};
const many = (type: string, ...parts: Part[]): Part => ({ type: `multipart/${type}`, parts });

test.each([
  ["alone", html("<p>Да</p>"), "Да"],
  ["mixed", many("mixed", html("<p>Да</p>")), "Да"],
  ["mixed with a file", many("mixed", html("<p>Да</p>"), file), "Да"],
  ["related", many("related", html("<p>Да</p>"), pasted("a")), "Да"],
  ["alternative with HTML alone", many("alternative", html("<p>Да</p>")), "Да"],
  ["alternative whose plain text is empty", many("alternative", plain(" \r\n"), html("<p>Да</p>")), "Да"],
  ["alternative", many("alternative", plain("Да"), html("<p>Да</p>")), "Да"],
  ["related in mixed", many("mixed", many("related", html("<p>Да</p>"), pasted("a")), file), "Да"],
  ["related in alternative", many("alternative", many("related", html("<p>Да</p>"), pasted("a"))), "Да"],
  ["alternative in related", many("related", many("alternative", html("<p>Да</p>")), pasted("a")), "Да"],
  ["Apple Mail's", many("alternative", plain("Да"), many("mixed", html("<p>Да</p>"), file, html("<p>!</p>"))), "Да"],
  ["several texts", many("mixed", plain("Да"), html("<p>и не</p>"), plain("може би")), "Да\n\nи не\n\nможе би"],
  ["signed", many("signed", html("<p>Да</p>"), { type: "application/pkcs7-signature", body: "x" }), "Да"],
  ["with a mail", many("mixed", html("<p>Да</p>"), { type: "message/rfc822", body: "Subject: B\r\n\r\nNo" }), "Да"],
])("HTML gives its text in any shape: %s", async (_, part, text) => {
  expect((await read(head + written(part))).text).toBe(text);
});

test.each([
  ["<table><tr><td>100</td><td>000</td></tr></table>", "100 | 000"],
  [
    "<table><tr><th>What</th><th>How</th></tr><tr><td><p>SXR8</p></td><td>10</td></tr></table>",
    "What | How\nSXR8 | 10",
  ],
  ["<table><tr><td><table><tr><td>Yes</td></tr></table></td></tr></table>", "Yes"],
  ["<table>loose <tr>words <td>stay</td></tr></table>", "loose\nwords | stay"],
  ["<td>100</td><td>000</td>", "100\n000"],
  ["<h1>Title</h1><p>Text <b>bold</b></p>", "Title\n\nText bold"],
  ["Before<html><head><title>x</title></head><body><p>After</p></body></html>", "Before\n\nAfter"],
  [`<p>${"word ".repeat(40)}</p>`, "word ".repeat(40).trim()],
  ["<ul><li>one</li><li>two</li></ul>", "- one\n- two"],
  ["10<sup>2</sup> m<sup>2</sup>, H<sub>2</sub>O, 5<sup>th</sup>, e<sup>x+1</sup>", "10² m², H₂O, 5th, e^(x+1)"],
  [
    "<p><del>100</del> <s>20</s> <span style='text-decoration: line-through'>5</span> 200</p>",
    "~~100~~ ~~20~~ ~~5~~ 200",
  ],
  ["<details><summary>More</summary>Pay 500</details>After", "More\nPay 500\nAfter"],
  ["<div style='display: none;max-height:0'>Read online</div><p hidden>x</p><p>Да</p>", "Да"],
  [
    "<p><img src='https://x.example/a.png' alt='Total: 100 EUR'> <img src='cid:gone' alt='Chart'></p>",
    "[Total: 100 EUR] [Chart]",
  ],
  [
    "<ol start=3><li>three<ol type=a><li>in</li></ol></li><li value=7>seven</li><li>eight</li></ol>",
    "3. three\n   a. in\n7. seven\n8. eight",
  ],
  [
    "<table><tr><th>In</th><th>Out</th><th>Left</th></tr><tr><td>100</td><td></td><td>500</td></tr></table>",
    "In | Out | Left\n100 |  | 500",
  ],
  [
    "<table><tr><td colspan=2>Sum</td><td>7</td></tr><tr><td>1</td><td>2</td><td>3</td></tr></table>",
    "Sum |  | 7\n1 | 2 | 3",
  ],
  ["<table><tr><td>Yes</td><td></td></tr><tr><td></td><td>No</td></tr></table>", "Yes\nNo"],
  ["<dl><dt>Name</dt><dd>Anna</dd></dl>", "Name\nAnna"],
  ["<input type=checkbox checked> yes <input type=checkbox> no <input value='500'>", "[x] yes [ ] no 500"],
  ["<style>p{}</style><script>alert(1)</script><p>Да&nbsp;&#0;</p>", "Да"],
])("HTML is read as it is seen: %s", async (body, text) => {
  expect((await read(head + written(html(body)))).text?.replaceAll("\uFFFD", "").trim()).toBe(text);
});

test.each([
  ["html-in-mixed", "HTML отговор bold łódź"],
  ["html-in-related", "HTML отговор bold łódź"],
  ["html-alone-in-alternative", "HTML отговор bold łódź"],
  ["html-and-pdf-in-mixed", "HTML отговор"],
  ["cp1251-without-charset", "Здравейте, прилагам документа.\nПоздрави, Иван"],
  ["cp1251-in-meta", "Здравейте, прилагам документа. Поздрави, Иван"],
  ["utf16-attachment-without-charset", "Here are my notes.\n\nIBAN BG80"],
  ["nul-in-text", ""],
])("%s", async (name, text) => {
  const mail = await given(name);
  expect(mail.text).toBe(text);
  expect(mail.files.map((one) => one.name)).toEqual(
    { "html-and-pdf-in-mixed": ["doc.pdf"], "html-in-related": ["logo.png"], "nul-in-text": ["rzkly.txt"] }[name] ?? [],
  );
});

const letters = {
  "Здравейте, прилагам документа.": ["windows-1251", "koi8-r", "iso-8859-5", "utf-16le", "utf-8"],
  "Благодаря!": ["windows-1251", "koi8-r", "utf-16le"],
  "БЛАГОДАРЯ ЗА ОТГОВОРА": ["windows-1251", "koi8-r"],
  "Dziękuję, proszę o wypłatę środków.": ["iso-8859-2", "windows-1250", "utf-16le"],
  "Zażółć gęślą jaźń": ["iso-8859-2", "windows-1250"],
  "Schöne Grüße aus München": ["windows-1252"],
};
/** The bytes of a text, by reading each of the 256 back. */
function encode(text: string, charset: string): Buffer {
  if (charset === "utf-8" || charset === "utf-16le") return Buffer.from(text, charset === "utf-8" ? "utf8" : "utf16le");
  const decoder = new TextDecoder(charset);
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]));
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 63));
}
test.each(Object.entries(letters))("without a charset, or with a wrong one, %s is read", (text, charsets) => {
  for (const charset of charsets)
    for (const named of [null, "us-ascii", "utf-8", "x-unknown", charset])
      expect([charset, named, decodeText(encode(text, charset), named)]).toEqual([charset, named, text]);
});

test("bytes that are words in no charset are unreadable, and a binary that is called a text is a file", async () => {
  const noise = Buffer.from(Array.from({ length: 60 }, (_, at) => 0x80 + ((at * 37) % 32)));
  expect(decodeText(noise, null)).toBeNull();
  const unread = Buffer.concat([Buffer.from(`${head}Content-Type: text/plain\r\n\r\n`), noise]);
  expect((await read(unread)).isUnreadable).toBe(true);
  expect((await read(`${head}\r\na\0b\u0007c`)).text).toBe("abc");
});

test("a pasted picture is kept, one that only the quoted mail shows is not", async () => {
  const [, letter = ""] = /<body[^>]*>([\s\S]*)<\/body>/.exec(renderAnswer().html) ?? [];
  const body = `<p>See <img src="cid:own"></p><blockquote>${letter}<img src="cid:theirs"></blockquote>`;
  const mail = await read(
    head + written(many("related", html(body), pasted("own"), pasted("theirs"), pasted("loose"))),
    undefined,
    sentMails(),
  );
  expect(mail.text).toBe("See");
  expect(mail.files).toHaveLength(2);
});

test("names of files and subjects are read in any encoding, and nothing invisible comes along", async () => {
  const named = (disposition: string) =>
    many("mixed", { ...file, headers: { ...file.headers, "Content-Disposition": disposition } });
  const raw = encode("Договор.pdf", "windows-1251").toString("latin1");
  for (const disposition of [
    `attachment; filename="=?windows-1251?B?${encode("Договор.pdf", "windows-1251").toString("base64")}?="`,
    `attachment; filename*=UTF-8''${encodeURIComponent("Договор.pdf")}`,
    `attachment; filename="${raw}"`,
  ]) {
    const source = Buffer.from(`${head}Subject: a\0b${raw}\r\n${written(named(disposition))}`, "latin1");
    const mail = await read(source);
    expect(mail.files.map(({ name }) => name)).toEqual(["Договор.pdf"]);
    expect(mail.subject).toBe("abДоговор.pdf");
  }
});

test("only what the firm's own mail server says of a sender counts", async () => {
  const is = async (headers: string[], server?: string) =>
    (await read(`${headers.map((line) => `${line}\r\n`).join("")}${head}\r\nx`, server)).authentication.isDisowned;
  const fails = "Authentication-Results: mx.firm.example; dmarc=fail header.from=x.example";
  const passes = "Authentication-Results: mx.firm.example; dmarc=pass";
  const way = "Received: from a by mx.firm.example";
  expect(await is([fails])).toBe(true);
  expect(await is([passes, way, fails]), "below the way to it").toBe(false);
  expect(
    await is([
      way,
      "Authentication-Results: mx.firm.example; spf=fail",
      "Authentication-Results: mx.firm.example; dkim=none",
    ]),
  ).toBe(true);
  expect(await is(["Authentication-Results: mx.firm.example; spf=fail", way, passes])).toBe(true);
  expect(
    await is([
      "Authentication-Results: mx.firm.example; spf=pass",
      "Authentication-Results: mx.firm.example; dmarc=fail",
    ]),
  ).toBe(true);
  expect(await is(["Authentication-Results: elsewhere.example; dmarc=fail"], "mx.firm.example")).toBe(false);
  expect(await is(["Authentication-Results: elsewhere.example; dmarc=pass", fails], "mx.firm.example")).toBe(true);
  expect(await is(['Authentication-Results: mx.firm.example; spf=pass (dmarc=fail) reason="dmarc=fail"'])).toBe(false);
});

test("lines of flowed text are joined, and an answer never with the quotation above it", async () => {
  const flowed = (body: string) => read(`${head}Content-Type: text/plain; format=flowed\r\n\r\n${body}`);
  expect((await flowed("This is \r\none line.\r\n-- \r\nAnna")).text).toBe("This is one line.\n-- \nAnna");
  expect((await flowed("> a quoted \r\nMy answer.")).text).toBe("> a quoted \nMy answer.");
});

test("a text that no comment can hold is not returned, and one with a million marks takes no time", async () => {
  expect((await read(`${head}\r\n${"a\n".repeat(100_000)}`)).text).toBeNull();
  const emoji = "🙂".repeat(6000);
  expect((await read(`${head}Content-Type: text/plain; charset=utf-8\r\n\r\n${emoji}`)).text, "6,000").toBe(emoji);
  expect((await read(`${head}\r\n${"a".repeat(10_001)}`)).text, "10,001").toBeNull();
  const began = performance.now();
  await read(`${head}\r\n${"-".repeat(300_000)}x\n${"> ".repeat(100_000)}\n${"From: a@b\n".repeat(20_000)}`);
  await read(head + written(html("<div>".repeat(20_000) + "<table><tr><td>".repeat(2000))));
  expect(performance.now() - began).toBeLessThan(8000);
});

test("pictures in HTML itself are files, however large, and what stands beside them is read", async () => {
  const bytes = Buffer.concat([Buffer.from("iVBORw0KGgo", "base64"), Buffer.alloc(3_000_000, 7)]);
  const scan = `<img alt="scan" src="data:image/png;base64,${bytes.toString("base64")}">`;
  const mail = await read(
    head + written(html(`<p>Here ${scan} it is: 500 EUR</p><p style="background:url(data:x)">!</p>`)),
  );
  expect(mail).toMatchObject({ text: "Here  it is: 500 EUR\n\n!", isUnreadable: false });
  expect(mail.files.map(({ content, isPicture }) => [content.length, isPicture])).toEqual([[bytes.length, true]]);
});

const reply = [
  "BEGIN:VCALENDAR",
  "METHOD:REPLY",
  "BEGIN:VEVENT",
  "SUMMARY:Quarterly\\, review",
  'DTSTART;TZID="Europe/Sofia":20261203T100000',
  "DTEND:20261203T093000Z",
  "LOCATION:Sofia",
  "COMMENT:Please bring the",
  "  statement",
  "END:VEVENT",
  "END:VCALENDAR",
].join("\r\n");
const event =
  "Quarterly, review\n2026-12-03 10:00 (Europe/Sofia) – 2026-12-03 09:30 (UTC)\nSofia\nPlease bring the statement";
test("the answer to an invitation is what its subject says, with the event, unless something was written", async () => {
  const calendar: Part = { type: "text/calendar; method=REPLY; charset=utf-8", body: reply };
  const subject = "Subject: Accepted: Quarterly review\r\n";
  const bare = await read(head + subject + written(many("alternative", plain(" "), calendar)));
  expect(bare.text).toBe(`Accepted: Quarterly review\n\n${event}`);
  const alone = await read(head + subject + written(calendar));
  expect(alone.text).toBe(`Accepted: Quarterly review\n\n${event}`);
  const worded = await read(head + subject + written(many("alternative", plain("I come."), calendar)));
  expect([worded.text, worded.whole]).toEqual(["I come.", `I come.\n\n${event}`]);
});

test("a text that was signed in clear is the text, and the signature stays with the whole mail", async () => {
  const signed = [
    "-----BEGIN PGP SIGNED MESSAGE-----",
    "Hash: SHA256",
    "",
    "Please sell:",
    "- - 10 SXR8",
    "- -----BEGIN PGP SIGNED MESSAGE-----",
    "-----BEGIN PGP SIGNATURE-----",
    "",
    "iQEz=",
    "-----END PGP SIGNATURE-----",
    "",
    "Anna",
  ].join("\n");
  const mail = await read(`${head}\r\n${signed}`);
  expect(mail.text).toBe("Please sell:\n- 10 SXR8\n-----BEGIN PGP SIGNED MESSAGE-----\n\nAnna");
  expect(mail.whole).toBe(signed);
  const broken = signed.replace("-----END PGP SIGNATURE-----", "");
  expect((await read(`${head}\r\n${broken}`)).text).toBe(broken.trim());
});

const ids = { data: "1.2.840.113549.1.7.1", signed: "1.2.840.113549.1.7.2", compressed: "1.2.840.113549.1.9.16.1.9" };
const cms = (kind: keyof typeof ids, ...content: Buffer[]) => sequence(oid(ids[kind]), tagged(0, sequence(...content)));
const signedAs = (...content: Buffer[]) => cms("signed", integer(1), set(), sequence(oid(ids.data), ...content), set());
const wrapped = (der: Buffer, { type = "application/pkcs7-mime", name = "smime.p7m" } = {}): Part => ({
  type: `${type}; name="${name}"`,
  headers: { "Content-Transfer-Encoding": "base64", "Content-Disposition": `attachment; filename="${name}"` },
  body: der.toString("base64"),
});
const inside = Buffer.from(written(many("mixed", plain("Yes, sell."), file)));

test("a mail that was signed as a whole is read as any mail, also as Outlook writes it", async () => {
  const outlook = await given("smime-signed");
  expect(outlook).toMatchObject({ text: "Да, моля продайте 10 SXR8.", isEncrypted: false, isUnreadable: false });
  expect(outlook.html.trim()).toBe("Да, моля продайте 10 SXR8.");
  expect(outlook.files.map(({ name }) => name)).toEqual(["order.pdf"]);
  const signed = signedAs(tagged(0, octets(inside)));
  const packed = cms(
    "compressed",
    integer(0),
    sequence(),
    sequence(oid(ids.data), tagged(0, octets(deflateSync(inside)))),
  );
  const twice = signedAs(tagged(0, octets(Buffer.from(written(wrapped(signed))))));
  // Pieces in a constructed string of indefinite length.
  const pieces = [inside.subarray(0, 9), inside.subarray(9)].map((piece) => octets(piece));
  const cut = signedAs(tagged(0, Buffer.concat([Buffer.from([0x24, 0x80]), ...pieces, Buffer.from([0, 0])])));
  for (const part of [
    wrapped(signed),
    wrapped(signed, { type: "application/x-pkcs7-mime" }),
    wrapped(signed, { type: "application/octet-stream" }),
    wrapped(Buffer.concat([signed, Buffer.from("\r\n")])),
    wrapped(packed),
    wrapped(twice),
    wrapped(cut),
  ]) {
    const mail = await read(head + written(part));
    expect([mail.text, mail.files.map(({ name }) => name)]).toEqual(["Yes, sell.", ["a.pdf"]]);
  }
  const footed = await read(head + written(many("mixed", wrapped(signed), plain("Sent over a list"))));
  expect(footed.text).toBe("Yes, sell.\n\nSent over a list");
});

test("what is encrypted is said to be, and what cannot be opened is no empty mail", async () => {
  const names = ({ files }: { files: readonly { name: string }[] }) => files.map(({ name }) => name);
  const encrypted = await given("smime-encrypted");
  expect(encrypted).toMatchObject({ text: "", isEncrypted: true, isUnreadable: false });
  expect(names(encrypted)).toEqual(["smime.p7m"]);
  const pgp = many(
    "encrypted",
    { type: "application/pgp-encrypted", body: "Version: 1" },
    { type: "application/octet-stream; name=encrypted.asc", body: "-----BEGIN PGP MESSAGE-----" },
  );
  const secret = await read(head + written(pgp));
  expect([secret.isEncrypted, names(secret)]).toEqual([true, ["encrypted.asc"]]);
  for (const broken of [Buffer.from("hello"), signedAs(tagged(0, octets(inside))).subarray(0, 90), element(0x30)]) {
    const mail = await read(head + written(wrapped(broken)));
    expect([mail.isUnreadable, mail.isEncrypted, names(mail)]).toEqual([true, false, ["smime.p7m"]]);
  }
  const bomb = deflateSync(Buffer.alloc(70_000_000, "a: b\r\n"));
  const inflated = cms("compressed", integer(0), sequence(), sequence(oid(ids.data), tagged(0, octets(bomb))));
  expect((await read(head + written(wrapped(inflated)))).isUnreadable).toBe(true);
  let deep = inside;
  for (let times = 0; times < 5; times += 1) deep = Buffer.from(written(wrapped(signedAs(tagged(0, octets(deep))))));
  expect((await read(Buffer.concat([Buffer.from(head), deep]))).isUnreadable, "wrapped five times").toBe(true);
});

test("signatures, certificates and documents that were signed are not taken for mails", async () => {
  const signature: Part = { type: "application/octet-stream; name=smime.p7s", body: "x" };
  const aside = await read(head + written(many("signed", plain("Yes."), signature)));
  expect([aside.text, aside.files]).toEqual(["Yes.", []]);
  const certificates = await read(head + written(many("mixed", plain("Yes."), wrapped(signedAs()))));
  expect([certificates.text, certificates.files, certificates.isUnreadable]).toEqual(["Yes.", [], false]);
  const pdf = wrapped(signedAs(tagged(0, octets(Buffer.from("%PDF-1.7")))), { name: "contract.pdf.p7m" });
  const document = await read(head + written(many("mixed", plain("Yes."), pdf)));
  expect([document.text, document.files.map(({ name }) => name)]).toEqual(["Yes.", ["contract.pdf.p7m"]]);
  const outlook: Part = { type: "application/ms-tnef; name=winmail.dat", body: "x" };
  const tnef = await read(head + written(many("mixed", plain("Yes."), outlook)));
  expect([tnef.text, tnef.files.map(({ name }) => name)]).toEqual(["Yes.", ["winmail.dat"]]);
});

test("what stands beside a text that only stands in for it is read, and of several plain texts each", async () => {
  const order = html("<p>Please sell <b>10</b> SXR8 and pay out the proceeds.</p>");
  const stub = await read(head + written(many("alternative", plain("Your program cannot show this mail."), order)));
  const all = "Your program cannot show this mail.\n\nPlease sell 10 SXR8 and pay out the proceeds.";
  expect([stub.text, stub.whole]).toEqual([all, all]);
  const same = await read(
    head + written(many("alternative", plain("Please sell 10 SXR8 and pay out the proceeds."), order)),
  );
  expect(same.text).toBe("Please sell 10 SXR8 and pay out the proceeds.");
  const signed = html("<p>Yes.</p><img src='https://x.example/a-b-c-d.png'><a href='https://x.example/e/f/g'>Yes</a>");
  expect((await read(head + written(many("alternative", plain("Yes."), signed)))).text).toBe("Yes.");
  const two = many("alternative", plain("Sell 10."), plain("Not 11."), plain("Sell 10."));
  expect((await read(head + written(two))).text).toBe("Sell 10.\n\nNot 11.");
});

test("lines that a server added below base64 are read, and a text that only claims to be base64", async () => {
  const base64 = (body: string): Part => ({
    type: "text/plain; charset=utf-8",
    headers: { "Content-Transfer-Encoding": "base64" },
    body,
  });
  const coded = (text: string) => Buffer.from(text).toString("base64").replaceAll(/.{76}/g, "$&\r\n");
  const footer = "_______________\r\nClients mailing list\r\nclients@list.example";
  for (const text of ["Да, продайте 10 SXR8.", "Да, продайте 10 SXR8", "Да, продайте 10 SXR8!!", "Да. ".repeat(60)]) {
    const mail = await read(head + written(base64(`${coded(text)}\r\n${footer}`)));
    expect([mail.text, mail.isUnreadable]).toEqual([`${text}\n${footer.replaceAll("\r", "")}`, false]);
    expect((await read(head + written(base64(coded(text))))).text).toBe(text.trim());
  }
  expect((await read(head + written(base64(`${coded("Yes.")} ignored`)))).text).toBe("Yes.\nignored");
  expect((await read(head + written(base64("Please sell 10 SXR8.")))).text).toBe("Please sell 10 SXR8.");
  // Two texts in base64 that were put together.
  expect((await read(head + written(base64(`${coded("Yes, ")}\r\n${coded("sell.")}`)))).text).toContain("Yes, ");
});

test("letters of UTF-7 are read", () => {
  const text = (coded: string) => decodeText(Buffer.from(coded), "utf-7");
  expect(text("Fr+APY-sche+ADs- 1 +- 2, +BBQEMA, a+b")).toBe("Frösche; 1 + 2, Да, a+b");
});
