/** A channel between the tabs of this browser. */
export interface Channel {
  readonly post: (message: unknown) => void;
  readonly close: () => void;
}

/** `onMessage` gets what other tabs post. In a browser without channels nothing is posted, and no message comes. */
export function openChannel(name: string, onMessage: (message: unknown) => void): Channel {
  if (!('BroadcastChannel' in globalThis)) return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
