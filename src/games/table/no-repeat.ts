import type { KeyboardEvent } from 'react';

/** For buttons that play: a key that is held down would be automatic play. */
export function noRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
