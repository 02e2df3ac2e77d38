/**
 * Names that the font of documents has: in Latin, Cyrillic and Greek letters. What it lacks would be a code point in the
 * evidence of a signature. Without zod, because pages check before they send.
 */

/** Letters of the font (Sofia Sans), and the signs between names; a test compares them with it. */
const printable =
  /^[ -~\u00a0\u00aa\u00ba\u00b7\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0167\u016a\u016b\u016e-\u017e\u0218-\u021b\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u0490\u0491\u1e80-\u1e85\u1e9e\u1ef2\u1ef3\u2013\u2018\u2019]*$/;

export const isPrintableName = (name: string): boolean => printable.test(name.normalize("NFC"));
