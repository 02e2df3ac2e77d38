/** What the checks of answers against each other find. */
import type { Answers } from "../field.ts";

/** Worded as `forms.inconsistency.<code>`; the client's explanation is in the draft under `lastLook`, by this code. */
export const inconsistencyCodes = [
  "zoneNames",
  "zoneBirthDate",
  "zoneDocument",
  "zoneKind",
  "zoneIssuer",
  "zoneNationality",
  "zoneExpires",
  "zoneExpired",
  "zoneSex",
  "zoneIdentifier",
  "longDocument",
  "overHundred",
  "foundedLongAgo",
  "sexAndIdentifier",
  "identifierAndDocument",
  "identifierTwoNames",
  "nameTwoIdentities",
  "ownFormDiffers",
  "sameFile",
  "usIndicia",
  "usTaxResidence",
  "usEntity",
  "usOwner",
  "numberIssued",
  "tinAndIdentifier",
  "tinAndBirthDate",
  "tinUnchecked",
  "companyNumbers",
  "seatAndTax",
  "ownerAndTax",
  "incomeAndAmount",
  "riskAndLoss",
  "horizonAndGoal",
  "residenceAndTax",
  "mailingAndTax",
  "turnoverAndFunds",
  "equityAndBalance",
  "tradedUnfamiliar",
  "untoldOwners",
  "authorityExpires",
] as const;

export interface Inconsistency {
  code: (typeof inconsistencyCodes)[number];
  /** The fields where it is shown. */
  paths: string[];
}

/** The typed text; empty for any other answer. */
export const text = (answers: Answers | undefined, name: string): string => {
  const value = answers?.[name];
  return typeof value === "string" ? value.trim() : "";
};

/** Each code once, with all its places: a revision from before may have a code several times. */
export const eachCode = (
  found: readonly { code: string; paths: readonly string[] }[],
): { code: string; paths: string[] }[] =>
  [...Map.groupBy(found, ({ code }) => code)].map(([code, same]) => ({
    code,
    paths: [...new Set(same.flatMap(({ paths }) => paths))],
  }));

/** The inconsistency at these places; nothing without a place. */
export const foundAt = (code: Inconsistency["code"], paths: readonly string[]): Inconsistency[] =>
  paths.length > 0 ? [{ code, paths: [...new Set(paths)] }] : [];
