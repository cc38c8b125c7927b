/** A channel between the tabs of this browser. */
export interface Channel {
  readonly post: (message: unknown) => void;
  readonly close: () => void;
}

/** `hear` gets what other tabs post. Where the browser has no channels, nothing is posted and nothing heard. */
export function openChannel(name: string, onMessage: (message: unknown) => void): Channel {
  if (!('BroadcastChannel' in globalThis)) return { post: () => undefined, close: () => undefined };
  const channel = new BroadcastChannel(name);
  channel.onmessage = ({ data }: MessageEvent<unknown>) => onMessage(data);
  return { post: (message) => channel.postMessage(message), close: () => channel.close() };
}
