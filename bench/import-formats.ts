/** What reading a bank's statement costs beside our own CSV with as many entries, and what recognising a file costs. */
import { recogniseFile } from "../server/domains/imports/formats/registry.ts";
import { fileContent } from "../server/domains/imports/reading/file-content.ts";
import { startChild } from "./child.ts";
import { atMost, median, type Row } from "./measures.ts";
import type { Commands } from "./portal.ts";

const entries = 100_000;
const rounds = 3;
const account = "banked";
const indexes = Array.from({ length: entries }, (_, index) => index);
const dayOf = (index: number): string =>
  new Date(Date.UTC(2025, 0, 1) + Math.floor((index / entries) * 300) * 86_400_000).toISOString().slice(0, 10);
const centsOf = (index: number): number => 100 + (index % 9_900);
const amountOf = (cents: number): string => (cents / 100).toFixed(2);
const total = amountOf(indexes.reduce((sum, index) => sum + centsOf(index), 0));

const csv = (): string =>
  [
    "account,date,kind,currency,amount,id,description",
    ...indexes.map(
      (index) => `${account},${dayOf(index)},deposit,EUR,${amountOf(centsOf(index))},R${index},Payment ${index}`,
    ),
  ].join("\n");

function camt(): string {
  const balance = (code: string, amount: string, day: string): string =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${amount}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>${day}</Dt></Dt></Bal>`;
  const entry = (index: number): string =>
    `<Ntry><Amt Ccy="EUR">${amountOf(centsOf(index))}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${dayOf(index)}</Dt></BookgDt><AcctSvcrRef>R${index}</AcctSvcrRef><BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>ESCT</SubFmlyCd></Fmly></Domn></BkTxCd><NtryDtls><TxDtls><RmtInf><Ustrd>Payment ${index}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`;
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><GrpHdr><MsgId>1</MsgId><CreDtTm>2025-11-01T08:00:00</CreDtTm></GrpHdr><Stmt><Id>1</Id><Acct><Id><Othr><Id>${account}</Id></Othr></Id><Ccy>EUR</Ccy></Acct>${balance("OPBD", "0.00", dayOf(0))}${balance("CLBD", total, dayOf(entries - 1))}${indexes.map(entry).join("")}</Stmt></BkToCstmrStmt></Document>`;
}

function mt940(): string {
  const short = (index: number): string => dayOf(index).slice(2).replaceAll("-", "");
  const comma = (amount: string): string => amount.replace(".", ",");
  return [
    ":20:1",
    `:25:${account}`,
    ":28C:1/1",
    `:60F:C${short(0)}EUR0,00`,
    ...indexes.flatMap((index) => [
      `:61:${short(index)}C${comma(amountOf(centsOf(index)))}NTRFNONREF//R${index}`,
      `:86:Payment ${index}`,
    ]),
    `:62F:C${short(entries - 1)}EUR${comma(total)}`,
    "-",
  ].join("\r\n");
}

/** The rows: preview through the portal's call, in the same process, beside our own CSV; and the time to recognise the largest. */
export async function measureFormats(): Promise<Row[]> {
  const portal = await startChild<Commands>("./portal.ts");
  const { api } = await portal.call("addresses");
  const staff = await portal.call("staff");
  await portal.call("user", account);
  const headers = { authorization: `Bearer ${staff.token}`, "content-type": "application/json" };
  const preview = async (fileName: string, content: string): Promise<number> => {
    const before = performance.now();
    const answer = await fetch(`${api}/import/preview`, {
      method: "POST",
      headers,
      body: JSON.stringify({ fileName, content }),
    });
    const read = (await answer.json()) as { rows: number; state: string; refusals: unknown[] };
    if (!answer.ok || read.state !== "previewed" || read.rows !== entries)
      throw new Error(`${fileName}: ${answer.status} ${JSON.stringify(read).slice(0, 400)}`);
    return (performance.now() - before) / 1000;
  };
  const texts = { csv: csv(), camt: camt(), mt940: mt940() };
  const taken = { csv: [] as number[], camt: [] as number[], mt940: [] as number[] };
  await preview("warm.csv", texts.csv);
  for (let round = 0; round < rounds; round++)
    for (const name of ["csv", "camt", "mt940"] as const) taken[name].push(await preview(name, texts[name]));
  await portal.call("close");
  await portal.stop();
  const base = median(taken.csv);
  const largest = Object.values(texts).map((text) => fileContent("x", Buffer.from(text)));
  const recognition = largest.map((file) => {
    const before = performance.now();
    recogniseFile(file);
    return performance.now() - before;
  });
  return [
    { what: "preview of camt.053 with 100,000 entries / our CSV, s", ours: median(taken.camt), base, ...atMost(1.5) },
    { what: "preview of MT940 with 100,000 entries / our CSV, s", ours: median(taken.mt940), base, ...atMost(1.5) },
    { what: "recognising the slowest of them, decoded, ms", ours: Math.max(...recognition), base: 50, ...atMost(1) },
  ];
}
