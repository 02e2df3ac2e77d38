/**
 * `npm run audit:verify-export -- <file.zip>`: verifies an export of the audit log with nothing but the file: the signature,
 * every hash, and that the ZIP is as the portal wrote it. `--anchors <file>` compares it with anchors that were kept.
 */
import { readFile } from "node:fs/promises";
import { anchorsIn } from "../audit/anchor-store.ts";
import { verifyExport } from "../domains/audit/proof/proof-file.ts";
import { runCommand, UsageError } from "./command.ts";

const usage = "audit:verify-export -- <file.zip> [--anchors file]";

await runCommand({ usage, words: 1, options: ["anchors"] }, async ({ words: [file], options: { anchors } }) => {
  if (file === undefined) throw new UsageError("Name the exported file.");
  const outside = anchors === undefined ? [] : anchorsIn(await readFile(anchors, "utf8"));
  const report = await verifyExport(new Uint8Array(await readFile(file)), outside);
  for (const fault of report.faults) console.error(fault);
  for (const { name, fingerprint } of report.authorities) console.info(`Authority: ${name}, SHA-256 ${fingerprint}`);
  if (report.faults.length > 0) return 1;
  const { proof, entries, erased, anchored, compared, signer } = report;
  console.info(
    `The export is whole: ${entries} entries, ${erased} of them erased by retention, in ${proof?.segments.length ?? 0} parts of chains, ${anchored} of which end at an anchor.`,
  );
  if (anchors !== undefined) console.info(`${compared} of these anchors are among those that were kept.`);
  console.info(`Signed by ${signer}, made at ${proof?.madeAt}. Compare the authority's fingerprint with a known one.`);
  return 0;
});
