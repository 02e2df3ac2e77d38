/** Mantine's theme; its sizes and colours are CSS variables in theme.css. */
import { createTheme, defaultVariantColorsResolver, type MantineColorsTuple } from "@mantine/core";

/** Shades that Mantine requires by number; visible colours come from the variables. */
const accent: MantineColorsTuple = [
  "#e8f1f5",
  "#d3e2ea",
  "#a9c6d4",
  "#7ca8bd",
  "#568fa9",
  "#3e7f9c",
  "#2f7796",
  "#1f6683",
  "#0b4f6c",
  "#083d54",
];

export const theme = createTheme({
  colors: { accent },
  primaryColor: "accent",
  primaryShade: { light: 8, dark: 4 },
  fontFamily: "var(--font)",
  cursorType: "pointer",
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    const colors = defaultVariantColorsResolver(input);
    const filledAccent = input.variant === "filled" && (input.color ?? "accent") === "accent";
    const filledRed = input.variant === "filled" && input.color === "red";
    return filledAccent || filledRed ? { ...colors, color: "var(--on-accent)" } : colors;
  },
  components: {
    Button: { defaultProps: { size: "md" } },
    TextInput: { defaultProps: { size: "md", inputWrapperOrder: ["label", "input", "error", "description"] } },
    PasswordInput: { defaultProps: { size: "md", inputWrapperOrder: ["label", "input", "error", "description"] } },
    NumberInput: { defaultProps: { size: "md", inputWrapperOrder: ["label", "input", "error", "description"] } },
    NativeSelect: { defaultProps: { size: "md", inputWrapperOrder: ["label", "input", "error", "description"] } },
    Textarea: { defaultProps: { size: "md", inputWrapperOrder: ["label", "input", "error", "description"] } },
  },
});
