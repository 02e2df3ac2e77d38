/** The accents of a firm: WCAG contrast, and the nearest colour that can be read. Without zod, so that pages may load it. */

const channel = (hex: string): number => {
  const part = Number.parseInt(hex, 16) / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
};

const luminance = (colour: string): number =>
  0.2126 * channel(colour.slice(1, 3)) + 0.7152 * channel(colour.slice(3, 5)) + 0.0722 * channel(colour.slice(5, 7));

export const isColour = (text: string): boolean => /^#[0-9a-fA-F]{6}$/.test(text);

/** From 1 to 21; both as #RRGGBB. */
export function calculateContrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** The surfaces on which an accent is used as text. */
export const brandSurfaces = { light: "#FFFFFF", dark: "#161D21" } as const;
export type ColourScheme = keyof typeof brandSurfaces;

/** WCAG 2.2, 1.4.3. */
export const readableContrast = 4.5;

export const isReadable = (accent: string, scheme: ColourScheme): boolean =>
  calculateContrast(accent, brandSurfaces[scheme]) >= readableContrast;

/** The accent itself if it can be read; otherwise the first that can on the way to black, or on dark to white. */
export function nearestReadable(accent: string, scheme: ColourScheme): string {
  const end = scheme === "light" ? 0 : 255;
  const parts = [1, 3, 5].map((at) => Number.parseInt(accent.slice(at, at + 2), 16));
  for (let step = 0; step <= 255; step++) {
    const mixed = parts.map((part) => Math.round(part + ((end - part) * step) / 255));
    const colour = `#${mixed.map((part) => part.toString(16).padStart(2, "0")).join("")}`.toUpperCase();
    if (isReadable(colour, scheme)) return colour;
  }
  return scheme === "light" ? "#000000" : "#FFFFFF";
}
