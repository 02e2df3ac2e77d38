/**
 * Signs in the answers that a client may be a US person: FATCA agreement (Model 1), Annex I, sections II.B(1) for people
 * and V.B for companies. Which documents each of them asks for is in II.B(4).
 */
import { isUsPhone } from "@portico/kyc/us-phone.ts";
import { type Answers, type FormAnswers, itemsOf } from "./field.ts";

export interface UsIndicium {
  /** `strong`: citizenship, residence and birth, against which loss or absence of citizenship has to be explained. */
  weight: "strong" | "weak";
  /** The answer that shows it. */
  path: string;
}

const taxResidencesIn = (step: string, answers: Answers | undefined): UsIndicium[] =>
  itemsOf(answers?.["taxResidences"])
    .filter(({ taxCountry }) => taxCountry === "US")
    .map(({ id }) => ({ weight: "strong", path: `${step}.taxResidences.${String(id)}.taxCountry` }));

const when = (isSo: boolean, weight: UsIndicium["weight"], path: string): UsIndicium[] =>
  isSo ? [{ weight, path }] : [];

/** The signs in a person's answers. */
export function findUsIndicia({ identity, contact, tax }: FormAnswers): UsIndicium[] {
  const nationalities = identity?.["nationalities"];
  const isCitizen = identity?.["stateless"] !== true && Array.isArray(nationalities) && nationalities.includes("US");
  const phone = contact?.["phone"];
  return [
    ...when(isCitizen, "strong", "identity.nationalities"),
    ...when(identity?.["birthCountry"] === "US", "strong", "identity.birthCountry"),
    ...taxResidencesIn("tax", tax),
    ...when(contact?.["residenceCountry"] === "US", "weak", "contact.residenceCountry"),
    ...when(
      contact?.["mailingElsewhere"] === true && contact["mailingCountry"] === "US",
      "weak",
      "contact.mailingCountry",
    ),
    ...when(typeof phone === "string" && isUsPhone(phone), "weak", "contact.phone"),
    ...when(tax?.["usTransfers"] === true, "weak", "tax.usTransfers"),
  ];
}

/** The signs in a company's answers: where it was founded, its addresses, its tax residences. */
export function findUsCompanyIndicia({ entity, taxStatus }: FormAnswers): UsIndicium[] {
  return [
    ...when(entity?.["entityCountry"] === "US", "strong", "entity.entityCountry"),
    ...when(entity?.["registeredCountry"] === "US", "weak", "entity.registeredCountry"),
    ...when(
      entity?.["businessElsewhere"] === true && entity["businessCountry"] === "US",
      "weak",
      "entity.businessCountry",
    ),
    ...taxResidencesIn("taxStatus", taxStatus),
  ];
}

/** True if the identity document given is a passport of another country. */
const hasOtherPassport = ({ document }: FormAnswers): boolean =>
  document?.["documentKind"] === "passport" && document["documentCountry"] !== "US";

/** Form W-8BEN: the client says that they are no US person, and something speaks for it. */
export const needsForeignForm = (form: FormAnswers): boolean =>
  form["tax"]?.["usPerson"] === false && findUsIndicia(form).length > 0;

/** Proof or explanation of a citizenship that was lost or never held. */
export const needsCitizenshipExplained = (form: FormAnswers): boolean =>
  needsForeignForm(form) && findUsIndicia(form).some(({ weight }) => weight === "strong");

/** A passport of another country, unless the identity document is one; for a weak sign any document of another country serves. */
export const needsOtherPassport = (form: FormAnswers): boolean =>
  needsCitizenshipExplained(form)
    ? !hasOtherPassport(form)
    : needsForeignForm(form) && form["document"]?.["documentCountry"] === "US";
