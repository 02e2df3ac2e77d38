/** An authenticator app's secret, as text and as a picture. */

/** In groups of four, so that it can be typed. */
export const groupSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

/** The QR code as an image address, from an address or from SVG. */
export const qrAddress = (qr: string): string =>
  qr.startsWith("data:image/") ? qr : `data:image/svg+xml,${encodeURIComponent(qr)}`;
