/** `{{name}}` in Markdown text, as a rule of markdown-it. `\{{` is plain text, because the backslash escapes a brace. */
import type { MarkdownIt } from "markdown-it";

/** Dotted words: `holder.name`. */
export const placeholderName = /^[A-Za-z][\w-]*(?:\.[\w-]+)*$/;

/**
 * Adds a token `placeholder` whose content is what stands between the braces, valid or not. Without closing braces in the
 * same line, it is the rest of the line after `{{`, with the braces: no name, so the parser reports it.
 */
export function placeholders(markdown: MarkdownIt): void {
  markdown.inline.ruler.before("escape", "placeholder", (state, silent) => {
    if (!state.src.startsWith("{{", state.pos)) return false;
    const lineEnd = state.src.indexOf("\n", state.pos);
    const line = state.src.slice(state.pos, Math.min(lineEnd === -1 ? state.posMax : lineEnd, state.posMax));
    const closed = line.indexOf("}}");
    const whole = closed === -1 ? line : line.slice(0, closed + 2);
    if (!silent) state.push("placeholder", "", 0).content = closed === -1 ? whole : whole.slice(2, -2);
    state.pos += whole.length;
    return true;
  });
}
