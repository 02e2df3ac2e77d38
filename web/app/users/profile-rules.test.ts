import { holderStates } from "@portico/api/holder-states.ts";
import { expect, test } from "vitest";
import { isNameLocked } from "./name-rule.ts";
import { groupSecret, qrAddress } from "./secret.ts";

test("a name is the person's own to correct until it was confirmed, and after a rejection", () => {
  const open = holderStates.filter((state) => !isNameLocked({ state }));
  expect(open).toEqual(["preKYC", "pendingKYC", "returnedKYC", "rejected"]);
});

test("a secret is shown in groups of four, with nothing after the last", () => {
  expect(groupSecret("ABCDEFGHIJ")).toBe("ABCD EFGH IJ");
  expect(groupSecret("ABCDEFGH")).toBe("ABCD EFGH");
});

test("a QR code that came as SVG becomes an image, without running as markup", () => {
  expect(qrAddress("data:image/png;base64,AA==")).toBe("data:image/png;base64,AA==");
  expect(qrAddress("<svg/>")).toBe("data:image/svg+xml,%3Csvg%2F%3E");
});
