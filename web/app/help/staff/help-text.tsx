/** How the help shows its text: emphasis is a label of the portal, strong emphasis a key. */
import { LocaleLink } from "../../shell/navigation/locale-link.tsx";
import type { MarkdownElements } from "../../ui/markdown-blocks.tsx";

export const helpElements: MarkdownElements = {
  strong: (content) => <kbd>{content}</kbd>,
  emphasis: (content) => <b>{content}</b>,
  link: (href, content) =>
    href.startsWith("/") ? <LocaleLink to={href}>{content}</LocaleLink> : <a href={href}>{content}</a>,
  heading: (level, content) => (level === 3 ? <h3>{content}</h3> : <h2>{content}</h2>),
};
