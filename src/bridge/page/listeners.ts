/** The listeners to one kind of event. */
export interface Listeners<T> {
  /** Adds a listener. Returns the function that removes it. */
  readonly add: (listener: (event: T) => void) => () => void;
  /** Calls all listeners. Returns false where there is none. */
  readonly notifyAll: (event: T) => boolean;
}

export function createListeners<T = undefined>(): Listeners<T> {
  const listeners = new Set<(event: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notifyAll(event) {
      listeners.forEach((listener) => listener(event));
      return listeners.size > 0;
    },
  };
}
