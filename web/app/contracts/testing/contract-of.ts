/** Contracts for the tests of their pages. */
import type { ContractDetail } from "@portico/api/contracts.ts";

export const agreement = {
  version: 3,
  text: "I agree to sign electronically.",
  texts: { bg: "Съгласен съм.", en: "I agree to sign electronically.", pl: "Zgadzam się." },
};

const nothing = { sign: false, countersign: false, fill: false, reject: false, withdraw: false, sendAgain: false };

type More = Partial<Omit<ContractDetail, "can">> & { can?: Partial<ContractDetail["can"]> };

/** One that the firm sent to Ivan Petrov and nobody has signed; nothing may be done with it but `can`. */
export const contractOf = ({ can, ...more }: More = {}): ContractDetail => ({
  id: 9,
  holder_type: "user",
  holder_id: 4,
  holder_name: "Ivan Petrov",
  contract_type: "mandate",
  contract_name: "Mandate",
  state: "awaitingClient",
  language: "en",
  created_at: "2026-11-20T09:00:00.000Z",
  by_admin: true,
  revision: 1,
  state_changed_at: "2026-11-20T09:00:00.000Z",
  expires_on: "2026-12-20",
  signed: 0,
  needed: 1,
  client_reject_msg: null,
  admin_reject_msg: null,
  contract_data: {},
  fields: [],
  template_version: 1,
  file: { id: 31, name: "mandate.pdf", size: 900, media_type: "application/pdf", state: "clean" },
  sha256: "ab".repeat(32),
  pages: 2,
  sealed_file: null,
  evidence_pages: 0,
  evidence_omitted: null,
  signatures: [],
  awaited: [],
  why: [],
  limits: [],
  agreement,
  previous: null,
  ...more,
  can: { ...nothing, ...can },
});

/** A PDF with a black rectangle on each page. It has no list of its objects: readers make one. */
export function pdfText(pages: number): string {
  const drawing = "0 0 200 100 re f";
  const places = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`);
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${places.join(" ")}] /Count ${pages} >>`,
    `<< /Length ${drawing.length} >>\nstream\n${drawing}\nendstream`,
    ...places.map(() => "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 400] /Contents 3 0 R >>"),
  ];
  const written = objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`);
  return `%PDF-1.4\n${written.join("")}trailer\n<< /Root 1 0 R /Size ${objects.length + 1} >>\n%%EOF\n`;
}

/** The answer to a call for the file. */
export const pdfAnswer = (pages: number): Response =>
  new Response(pdfText(pages), { headers: { "content-type": "application/pdf" } });
