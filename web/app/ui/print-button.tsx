/** Prints the page once everything on it is loaded. */
import { Button } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { printPage } from "./print.ts";
import { useText } from "./text.tsx";

export function PrintButton({ size = "sm" }: { size?: "sm" | "md" }) {
  const t = useText();
  return (
    <Button
      size={size}
      variant="default"
      leftSection={<Icon name="print" size={16} />}
      onClick={() => void printPage()}
    >
      {t("ui.action.print")}
    </Button>
  );
}
