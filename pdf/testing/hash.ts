/** Prints the SHA-256 of a contract as PDF, for the test that two processes write the same bytes. */
import { createHash } from "node:crypto";
import { writePdf } from "../write.ts";
import { contract } from "./contracts.ts";

const written = await writePdf(contract("bg", 3));
if ("faults" in written) throw new Error(JSON.stringify(written.faults));
console.log(createHash("sha256").update(written.bytes).digest("hex"));
