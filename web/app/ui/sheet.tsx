/** A drawer: from the side on a large screen, from below on a phone. */
import { Drawer } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { type ReactNode, useLayoutEffect } from "react";
import { rememberFocus } from "./focus-back.ts";
import styles from "./overlay.module.css";
import { useText } from "./text.tsx";
import { DiscardPrompt, useUnsavedInput } from "./unsaved-input.tsx";
import { useBackCloses } from "./use-back-closes.ts";
import { useOpeningClick } from "./use-opening-click.ts";

interface SheetProps {
  opened: boolean;
  onClose: () => void;
  title: ReactNode;
  children: ReactNode;
  /** Its width on a large screen. */
  size?: string | number;
}

export function Sheet({ opened, onClose, title, children, size = "30rem" }: SheetProps) {
  const t = useText();
  const typed = useUnsavedInput(onClose, false);
  useBackCloses(opened, onClose);
  useOpeningClick(opened);
  // Also if it is loaded when it is first opened, which Mantine would not notice.
  useLayoutEffect(() => (opened ? rememberFocus() : undefined), [opened]);
  const isDesktop = useMediaQuery("(min-width: 48em)", false);
  return (
    <Drawer.Root
      opened={opened}
      onClose={typed.close}
      position={isDesktop ? "right" : "bottom"}
      size={isDesktop ? size : "auto"}
      returnFocus={false}
    >
      <Drawer.Overlay color="var(--backdrop)" backgroundOpacity={1} />
      <Drawer.Content className={isDesktop ? undefined : styles.fromBelow} onFocus={typed.onFocus}>
        <div className={styles.head}>
          <Drawer.Title component="h2">{title}</Drawer.Title>
          <Drawer.CloseButton aria-label={t("ui.action.close")} size="lg" />
        </div>
        <Drawer.Body className={styles.body}>
          {children}
          {typed.asks && <DiscardPrompt onKeep={typed.keep} onDiscard={typed.discard} />}
        </Drawer.Body>
      </Drawer.Content>
    </Drawer.Root>
  );
}
