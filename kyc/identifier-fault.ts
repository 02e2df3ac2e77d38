/** What can be wrong with an identifier that a person typed. Screens word each one: `field.<fault>`. */

/**
 * - `badFormat`: letters, digits or marks where the identifier has none;
 * - `badLength`: right kind of characters, too few or too many;
 * - `badChecksum`: the control digits do not agree with the rest, so something was mistyped;
 * - `badDate`: the day of birth inside does not exist;
 * - `unknownCountry`: the country inside is no country that issues this identifier.
 */
export type IdentifierFault = "badFormat" | "badLength" | "badChecksum" | "badDate" | "unknownCountry";
