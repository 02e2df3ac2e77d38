/** The machine-readable zone of the identity document compared with everything typed about the document and the person. */
import { compact } from "@portico/kyc/check-digits.ts";
import { countryOfDocumentCode } from "@portico/kyc/country-codes.ts";
import { readEgn } from "@portico/kyc/egn.ts";
import { readMrz } from "@portico/kyc/mrz.ts";
import { namesAgree } from "@portico/kyc/mrz-names.ts";
import { readPesel } from "@portico/kyc/pesel.ts";
import type { FormAnswers } from "../field.ts";
import { foundAt, type Inconsistency, text } from "./found.ts";
import { sexInIdentifier } from "./persons.ts";

type Zone = NonNullable<ReturnType<typeof readMrz>>;
const at = "document.machineReadableZone";

export function findInZone(form: FormAnswers, today: string): Inconsistency[] {
  const { identity, document } = form;
  const zone = readMrz(text(document, "machineReadableZone"), today);
  if (!zone) return [];
  const differs = (code: Inconsistency["code"], isSo: boolean, ...paths: string[]): Inconsistency[] =>
    isSo ? foundAt(code, [at, ...paths]) : [];
  const issuer = countryOfDocumentCode(zone.issuer);
  const sex = sexInIdentifier(form);
  return [
    ...differs(
      "zoneNames",
      !namesAgree(zone, text(identity, "firstName"), text(identity, "lastName")),
      "identity.firstName",
      "identity.lastName",
    ),
    ...differs(
      "zoneBirthDate",
      zone.birthDate !== undefined && zone.birthDate !== text(identity, "birthDate"),
      "identity.birthDate",
    ),
    ...differs(
      "zoneDocument",
      compact(text(document, "documentNumber")) !== compact(zone.documentNumber),
      "document.documentNumber",
    ),
    ...differs("zoneKind", !isOfKind(zone, text(document, "documentKind")), "document.documentKind"),
    ...differs(
      "zoneIssuer",
      issuer !== undefined && issuer !== text(document, "documentCountry"),
      "document.documentCountry",
    ),
    ...differs("zoneNationality", !isOfNationality(zone, form), "identity.nationalities"),
    ...expiryIn(zone, text(document, "documentExpires"), today),
    ...differs(
      "zoneSex",
      zone.sex !== undefined && sex !== undefined && zone.sex !== sex,
      "nationalIdentifier.identifierValue",
    ),
    ...differs("zoneIdentifier", !isOfIdentifier(zone, form), "nationalIdentifier.identifierValue"),
  ];
}

/** P is a passport; cards and permits begin with A, C or I, also the passport card of some states (IP). */
function isOfKind({ documentCode }: Zone, kind: string): boolean {
  if (kind === "") return true;
  return documentCode.startsWith("P") ? kind === "passport" : kind !== "passport" || documentCode === "IP";
}

/** XXA is a person without nationality; refugees (XXB, XXC) and persons of unknown nationality (XXX) may have one. */
function isOfNationality({ nationality }: Zone, { identity }: FormAnswers): boolean {
  const isStateless = identity?.["stateless"] === true;
  if (nationality === "XXA") return isStateless;
  const country = countryOfDocumentCode(nationality);
  const given = identity?.["nationalities"];
  return country === undefined || (!isStateless && Array.isArray(given) && given.includes(country));
}

/** The zone has no century, so a card for life is compared by its digits. A zone that is over says so. */
function expiryIn({ expires, expiryDigits }: Zone, typed: string, today: string): Inconsistency[] {
  if (expires === undefined || typed.slice(2).replaceAll("-", "") === expiryDigits) return [];
  return foundAt(expires <= today ? "zoneExpired" : "zoneExpires", [at, "document.documentExpires"]);
}

/** Bulgaria and Poland print the personal number in the zone. */
function isOfIdentifier({ optionalData }: Zone, { nationalIdentifier }: FormAnswers): boolean {
  if (text(nationalIdentifier, "identifierKind") !== "personal") return true;
  const typed = compact(text(nationalIdentifier, "identifierValue"));
  // A Bulgarian may have a Polish permit, which has the PESEL.
  const read = [readEgn, readPesel].find((one) => one(typed) !== undefined);
  const printed = read ? optionalData.split(" ").filter((part) => read(part) !== undefined) : [];
  return printed.length === 0 || printed.includes(typed);
}
