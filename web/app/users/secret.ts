/** An authenticator app's secret, as people type it and as a picture. */

/** In groups of four, so that it can be typed from the screen. */
export const groupSecret = (secret: string): string => secret.replace(/(.{4})(?=.)/g, "$1 ");

/** The QR code as an image's address, whether it came as one or as SVG. */
export const qrAddress = (qr: string): string =>
  qr.startsWith("data:image/") ? qr : `data:image/svg+xml,${encodeURIComponent(qr)}`;
