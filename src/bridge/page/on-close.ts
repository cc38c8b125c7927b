/** Takes what must end with the bridge: a subscription, a timer, a channel. */
export type OnClose = (end: () => void) => void;
