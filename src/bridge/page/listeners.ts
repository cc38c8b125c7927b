/** Whoever wants to hear of something, any number of them. */
export interface Listeners<T> {
  /** Gives back what takes the listener away again. */
  readonly add: (listener: (told: T) => void) => () => void;
  /** False where nobody heard it. */
  readonly tell: (told: T) => boolean;
}

export function createListeners<T = undefined>(): Listeners<T> {
  const listeners = new Set<(told: T) => void>();
  return {
    add(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell(told) {
      listeners.forEach((listener) => listener(told));
      return listeners.size > 0;
    },
  };
}
