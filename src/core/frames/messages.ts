/** The messages that the page of a framed game may send to ours: text, JSON, small, and one of these. Everything else is ignored. Pure. */

export type FrameMessage =
  /** A share of what the game loads, 0 … 1. */
  | { readonly type: 'progress'; readonly loaded: number }
  /** It can be played: the session's clock starts. */
  | { readonly type: 'ready' }
  /** The player asked for it inside the game. */
  | { readonly type: 'navigate'; readonly to: 'deposit' | 'lobby' }
  /** It can't go on. */
  | { readonly type: 'error' };

/** Characters. */
export const MAX_MESSAGE = 256;
/** The version of this schema. */
const VERSION = 1;

/** Reads a message; null for anything else. */
export function readMessage(data: unknown): FrameMessage | null {
  if (typeof data !== 'string' || data.length > MAX_MESSAGE) return null;
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return null;
  }
  if (typeof message !== 'object' || message === null || !('ayo' in message) || message.ayo !== VERSION || !('type' in message)) return null;
  const { type } = message;
  if (type === 'ready' || type === 'error') return { type };
  if (type === 'progress' && 'loaded' in message && typeof message.loaded === 'number' && message.loaded >= 0 && message.loaded <= 1) {
    return { type, loaded: message.loaded };
  }
  if (type === 'navigate' && 'to' in message && (message.to === 'deposit' || message.to === 'lobby')) return { type, to: message.to };
  return null;
}

/** A message as the browser hands it over: its data, its sender and its origin. */
export interface ReceivedMessage {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}

/** The message of the frame's own window, at the provider's origin; null for whatever comes from anybody else, or is none. */
export function messageFrom({ data, origin, source }: ReceivedMessage, expected: Omit<ReceivedMessage, 'data'>): FrameMessage | null {
  return source !== null && source === expected.source && origin === expected.origin ? readMessage(data) : null;
}
