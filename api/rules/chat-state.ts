/**
 * The state of a conversation as a page holds it, and how numbered changes are applied to it. The law: the state at a
 * change with the next change applied is the state that the server answers after it.
 */

interface Numbered {
  number: number;
  change: number;
}
interface ReadMark {
  user_id: number;
  number: number;
  change: number;
}

export interface ChatState<Message extends Numbered, Reading extends ReadMark> {
  /** The last change that is applied. */
  change: number;
  /** In order, without a gap, from the oldest that is loaded. */
  messages: readonly Message[];
  hasOlder: boolean;
  readings: readonly Reading[];
}

/** One change: a message that was sent, edited or deleted, or a read mark. */
export interface ChatChange<Message, Reading> {
  change: number;
  message?: Message | undefined;
  reading?: Reading | undefined;
}

/** Everything changed after a number, as the server answers it. */
export interface ChatDelta<Message, Reading> {
  change: number;
  messages: readonly Message[];
  readings: readonly Reading[];
}

/** Puts a message at its place; one that is known in a newer state stays. Older ones than are loaded are left out. */
function withMessage<Message extends Numbered>(
  messages: readonly Message[],
  hasOlder: boolean,
  message: Message,
): readonly Message[] {
  const last = messages.at(-1);
  if (last === undefined || message.number > last.number) return [...messages, message];
  const first = messages[0]?.number ?? 1;
  if (message.number < first) return hasOlder ? messages : [message, ...messages];
  return messages.map((known) => (known.number === message.number && known.change < message.change ? message : known));
}

const withReading = <Reading extends ReadMark>(readings: readonly Reading[], reading: Reading): readonly Reading[] => {
  const known = readings.find(({ user_id }) => user_id === reading.user_id);
  if (known && known.change >= reading.change) return readings;
  return [...readings.filter((one) => one !== known), reading].toSorted((a, b) => a.user_id - b.user_id);
};

/** Applies the next change; `"hole"` if changes before it are missing. One that is applied already changes nothing. */
export function applyChange<Message extends Numbered, Reading extends ReadMark>(
  state: ChatState<Message, Reading>,
  { change, message, reading }: ChatChange<Message, Reading>,
): ChatState<Message, Reading> | "hole" {
  if (change <= state.change) return state;
  if (change > state.change + 1) return "hole";
  return {
    ...state,
    change,
    messages: message ? withMessage(state.messages, state.hasOlder, message) : state.messages,
    readings: reading ? withReading(state.readings, reading) : state.readings,
  };
}

/** Applies what was missed. */
export function applyDelta<Message extends Numbered, Reading extends ReadMark>(
  state: ChatState<Message, Reading>,
  { change, messages, readings }: ChatDelta<Message, Reading>,
): ChatState<Message, Reading> {
  const ordered = messages.toSorted((a, b) => a.number - b.number);
  return {
    ...state,
    change: Math.max(state.change, change),
    messages: ordered.reduce((all, message) => withMessage(all, state.hasOlder, message), state.messages),
    readings: readings.reduce((all, reading) => withReading(all, reading), state.readings),
  };
}

/** Puts a page of older messages before those that are loaded. */
export function withOlder<Message extends Numbered, Reading extends ReadMark>(
  state: ChatState<Message, Reading>,
  { messages, hasOlder }: { messages: readonly Message[]; hasOlder: boolean },
): ChatState<Message, Reading> {
  const first = state.messages[0]?.number ?? Number.POSITIVE_INFINITY;
  return { ...state, messages: [...messages.filter(({ number }) => number < first), ...state.messages], hasOlder };
}
