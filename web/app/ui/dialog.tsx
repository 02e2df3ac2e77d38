/** A dialog for a short form or a decision. What asks only yes or no is a confirmation (shell/confirmation.ts). */
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import { useText } from "./text.tsx";

interface DialogProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  size?: "sm" | "md" | "lg" | "xl";
}

export function Dialog({ opened, onClose, title, children, size = "md" }: DialogProps) {
  const t = useText();
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      padding="lg"
      closeButtonProps={{ "aria-label": t("ui.action.close"), size: "lg" }}
    >
      {children}
    </Modal>
  );
}
