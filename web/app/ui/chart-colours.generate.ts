/**
 * Command: generates the 35 chart colours, light and dark, as chart-colours.css. One OKLCH lightness per ring of hues;
 * the order steps by the golden angle, so that neighbours differ in hue; each colour has a contrast of 3:1 with its
 * surface.
 */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";

const slotCount = 35;
const goldenAngle = 137.508;
const firstHue = 232;

interface Oklch {
  lightness: number;
  chroma: number;
  hue: number;
}

/** Linear sRGB of an OKLCH colour (Ottosson's matrices); components may leave 0..1. */
function linearRgb({ lightness, chroma, hue }: Oklch): [number, number, number] {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

const isShown = (colour: Oklch): boolean => linearRgb(colour).every((part) => part >= -0.0005 && part <= 1.0005);

const byte = (linear: number): string => {
  const clipped = Math.min(1, Math.max(0, linear));
  const encoded = clipped <= 0.0031308 ? 12.92 * clipped : 1.055 * clipped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
};

/** As much of the requested chroma as a screen can show at this lightness and hue. */
function hexOf(lightness: number, wishedChroma: number, hue: number): string {
  let chroma = wishedChroma;
  while (chroma > 0 && !isShown({ lightness, chroma, hue })) chroma -= 0.002;
  return `#${linearRgb({ lightness, chroma, hue }).map(byte).join("")}`;
}

/** The 35 colours at one lightness; every other one slightly less saturated, so that close hues differ. */
const series = (lightness: number, chroma: number): string[] =>
  Array.from({ length: slotCount }, (_, slot) =>
    hexOf(lightness, slot % 2 === 0 ? chroma : chroma * 0.62, (firstHue + slot * goldenAngle) % 360),
  );

const block = (selector: string, colours: string[], grey: string): string =>
  `${selector} {\n  --chart-default: ${grey};\n${colours.map((hex, slot) => `  --chart-${slot + 1}: ${hex};`).join("\n")}\n}\n`;

const css = `/* Made by chart-colours.generate.ts: 35 slots of one lightness, grey for what has none. */
${block(':root,\n:root[data-mantine-color-scheme="light"]', series(0.56, 0.13), "#808a91")}
/* Paper is white. */
@media screen {
${block('  :root[data-mantine-color-scheme="dark"]', series(0.74, 0.115), "#808b93").replaceAll("\n", "\n  ").trimEnd()}
}
`;

await writeFile(join(import.meta.dirname, "chart-colours.css"), css);
