/** Formats of office programs, which only office adds and nobody previews. Without zod, so that pages may load it. */

/** Accepted types, with their file name extensions. */
export const officeEndings = {
  "application/vnd.openxmlformats-officedocument.wordprocessingml.document": ["docx"],
  "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": ["xlsx"],
  "text/csv": ["csv"],
} as const;
export type OfficeMediaType = keyof typeof officeEndings;

export const isOfficeType = (mediaType: string): mediaType is OfficeMediaType =>
  Object.hasOwn(officeEndings, mediaType);
