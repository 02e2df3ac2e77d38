/** What somebody wrote: as it is, and formatted as soon as the reader of Markdown is loaded. */
import { loadedPart } from "../ui/loaded-part.tsx";
import styles from "./tickets.module.css";

const Plain = ({ text }: { text: string }) => <p className={styles.plain}>{text}</p>;

export const MessageText = loadedPart(() => import("./formatted-text.tsx"), Plain);
