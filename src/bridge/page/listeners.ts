/** Any number of listeners to one kind of event. */
export interface Listeners<T> {
  /** Gives back what takes the listener away again. */
  readonly add: (listener: (event: T) => void) => () => void;
  /** False where there was no listener. */
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
