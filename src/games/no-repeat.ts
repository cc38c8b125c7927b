import type { KeyboardEvent } from 'react';

/** Stops a key that is held down, because it would play automatically. Use it for buttons that play. */
export function noRepeat(event: KeyboardEvent): void {
  if (event.repeat && (event.key === 'Enter' || event.key === ' ')) event.preventDefault();
}
