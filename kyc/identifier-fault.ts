/** Possible faults of an identifier that a person typed. Their texts are `field.<fault>`. */

/**
 * - `badFormat`: characters that the identifier does not allow;
 * - `badLength`: allowed characters, but too few or too many;
 * - `badChecksum`: the check digits do not match, so there is a typing error;
 * - `badDate`: the date of birth in it does not exist;
 * - `unknownCountry`: the country in it does not issue this identifier.
 */
export type IdentifierFault = "badFormat" | "badLength" | "badChecksum" | "badDate" | "unknownCountry";
