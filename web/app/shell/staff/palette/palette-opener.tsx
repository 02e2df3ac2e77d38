/** The search of staff in the head of each page: a field that opens it, and Ctrl+K or Cmd+K from anywhere. */
import { useEffect, useState } from "react";
import { Icon } from "../../../ui/icon.tsx";
import { loadedPart } from "../../../ui/loaded-part.tsx";
import { useText } from "../../../ui/text.tsx";
import { keyCharacter } from "../../key-character.ts";
import styles from "./palette.module.css";

const Palette = loadedPart(() => import("./palette.tsx"));

export function PaletteOpener() {
  const t = useText();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || keyCharacter(event) !== "k") return;
      event.preventDefault();
      // What is asked in a dialog is answered first.
      if (!document.querySelector("[role=dialog], [role=alertdialog]")) setIsOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void Palette.load().catch(() => undefined)}
        onClick={() => setIsOpen(true)}
      >
        <Icon name="search" size={18} />
        <span>{t("admin.search.open")}</span>
        <kbd>Ctrl K</kbd>
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
}
