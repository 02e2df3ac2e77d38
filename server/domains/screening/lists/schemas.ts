/** Kinds of entities of the FollowTheMoney model that are people or firms; others have no name that a client could have. */
export const kindOfSchema: Readonly<Record<string, "person" | "company" | undefined>> = {
  Person: "person",
  Company: "company",
  Organization: "company",
  PublicBody: "company",
  LegalEntity: "company",
};
