/** Which of many messages are in the page: those near what the reader sees, in blocks; the others are empty space. */

/** Messages of a block, and pixels that are drawn beyond what is seen, on each side. */
export const blockSize = 20;
const beyond = 900;
/** Pixels of a message before it was seen. */
const usualHeight = 88;

interface Numbered {
  number: number;
}
export interface Block<Message> {
  /** The same for as long as the conversation lasts: numbers have no gap. */
  id: number;
  messages: readonly Message[];
}

export const blockIdOf = (number: number): number => Math.floor((number - 1) / blockSize);

/** Messages in order, without a gap, as blocks whose limits do not move when older ones are loaded. */
export function splitIntoBlocks<Message extends Numbered>(messages: readonly Message[]): Block<Message>[] {
  const first = messages[0]?.number ?? 1;
  const blocks: Block<Message>[] = [];
  for (let start = 0; start < messages.length; ) {
    const id = blockIdOf(first + start);
    const end = (id + 1) * blockSize - first + 1;
    blocks.push({ id, messages: messages.slice(start, end) });
    start = end;
  }
  return blocks;
}

/** Ids of the first and the last block that are drawn; without an end the newest is among them. */
export interface Drawn {
  from: number;
  to: number;
}

/** The newest blocks. */
export const newestOf = (blocks: readonly Block<unknown>[]): Drawn => ({
  from: (blocks.at(-1)?.id ?? 0) - 1,
  to: Number.POSITIVE_INFINITY,
});

type Heights = ReadonlyMap<number, number>;
const heightOf = ({ id, messages }: Block<unknown>, heights: Heights): number =>
  heights.get(id) ?? messages.length * usualHeight;

/** What is drawn, and the pixels of what is not, before and after it. */
export function selectWindow<Message>(
  blocks: readonly Block<Message>[],
  { from, to }: Drawn,
  heights: Heights,
): { shown: Block<Message>[]; before: number; after: number } {
  const shown: Block<Message>[] = [];
  let [before, after] = [0, 0];
  for (const block of blocks)
    if (block.id < from) before += heightOf(block, heights);
    else if (block.id > to) after += heightOf(block, heights);
    else shown.push(block);
  return { shown, before, after };
}

/** The blocks near what is seen: `top` and `height` of it, from where the first block begins. */
export function drawnAt(
  blocks: readonly Block<unknown>[],
  { top, height, isAtEnd }: { top: number; height: number; isAtEnd: boolean },
  heights: Heights,
): Drawn {
  let place = 0;
  let from: number | undefined;
  let to = blocks[0]?.id ?? 0;
  for (const block of blocks) {
    const end = place + heightOf(block, heights);
    if (from === undefined && end >= top - beyond) from = block.id;
    if (place <= top + height + beyond) to = block.id;
    place = end;
  }
  const last = blocks.at(-1)?.id ?? 0;
  return { from: from ?? last, to: isAtEnd || to === last ? Number.POSITIVE_INFINITY : to };
}
