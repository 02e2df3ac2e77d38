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
  /** The number of the newest message, while those that are loaded end before it. */
  newest?: number | undefined;
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

/** Puts a message at its place; one that is known in a newer state stays. Those beyond what is loaded are left out. */
function withMessage<Message extends Numbered, Reading extends ReadMark>(
  state: ChatState<Message, Reading>,
  message: Message,
): ChatState<Message, Reading> {
  const { messages, hasOlder, newest } = state;
  const last = messages.at(-1);
  if (last !== undefined && message.number > last.number && newest !== undefined)
    return { ...state, newest: Math.max(newest, message.number) };
  if (last === undefined || message.number > last.number) return { ...state, messages: [...messages, message] };
  const first = messages[0]?.number ?? 1;
  if (message.number < first) return hasOlder ? state : { ...state, messages: [message, ...messages] };
  const newer = (known: Message) => known.number === message.number && known.change < message.change;
  return { ...state, messages: messages.map((known) => (newer(known) ? message : known)) };
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
    ...(message ? withMessage(state, message) : state),
    change,
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
    ...ordered.reduce(withMessage<Message, Reading>, state),
    change: Math.max(state.change, change),
    readings: readings.reduce((all, reading) => withReading(all, reading), state.readings),
  };
}

/** Messages in order, and whether there are some before them. */
export interface ChatPage<Message> {
  messages: readonly Message[];
  hasOlder: boolean;
}

/** Puts a page of older messages before those that are loaded, unless others were loaded meanwhile. */
export function withOlder<Message extends Numbered, Reading extends ReadMark>(
  state: ChatState<Message, Reading>,
  { messages, hasOlder }: ChatPage<Message>,
): ChatState<Message, Reading> {
  const first = state.messages[0]?.number ?? Number.POSITIVE_INFINITY;
  if ((messages.at(-1)?.number ?? first - 1) !== first - 1) return state;
  return { ...state, messages: [...messages, ...state.messages], hasOlder };
}

/** Puts a page of newer messages after those that are loaded, unless others were loaded meanwhile. */
export function withNewer<Message extends Numbered, Reading extends ReadMark>(
  state: ChatState<Message, Reading>,
  { messages }: ChatPage<Message>,
): ChatState<Message, Reading> {
  const last = state.messages.at(-1)?.number ?? 0;
  const newer = messages.filter(({ number }) => number > last);
  if ((newer[0]?.number ?? last + 1) !== last + 1) return state;
  return withPlace(state, { messages: [...state.messages, ...newer], hasOlder: state.hasOlder });
}

/** Replaces the messages that are loaded by those of another place. */
export function withPlace<Message extends Numbered, Reading extends ReadMark>(
  state: ChatState<Message, Reading>,
  { messages, hasOlder }: ChatPage<Message>,
): ChatState<Message, Reading> {
  const newest = state.newest ?? state.messages.at(-1)?.number ?? 0;
  return { ...state, messages, hasOlder, newest: (messages.at(-1)?.number ?? 0) < newest ? newest : undefined };
}
