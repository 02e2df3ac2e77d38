/** A drawer: from the side on a desk, from below on a phone. */
import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import type { ReactNode } from "react";
import { useText } from "./text.tsx";

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: string | number;
}

export function Sheet({ opened, onClose, title, children, size = "30rem" }: SheetProps) {
  const t = useText();
  const onDesk = useMediaQuery("(min-width: 48em)", false);
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      position={onDesk ? "right" : "bottom"}
      size={onDesk ? size : "auto"}
      padding="lg"
      closeButtonProps={{ "aria-label": t("ui.action.close"), size: "lg" }}
      overlayProps={{ color: "var(--backdrop)", backgroundOpacity: 1 }}
    >
      {children}
    </Drawer>
  );
}
