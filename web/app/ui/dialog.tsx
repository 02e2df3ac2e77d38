/** A dialog for a short form or a decision. What asks only yes or no is a confirmation (shell/confirmation.ts). */
import { Modal } from "@mantine/core";
import type { ReactNode } from "react";
import styles from "./overlay.module.css";
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
    <Modal.Root opened={opened} onClose={onClose} size={size} centered>
      <Modal.Overlay color="var(--backdrop)" backgroundOpacity={1} />
      <Modal.Content radius="lg">
        <div className={styles.head}>
          <Modal.Title component="h2">{title}</Modal.Title>
          <Modal.CloseButton aria-label={t("ui.action.close")} size="lg" />
        </div>
        <Modal.Body className={styles.body}>{children}</Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
