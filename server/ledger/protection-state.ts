/** A break or an exclusion as it stands in the player's row. Pure. */
import type { ProtectionState } from '../../src/core/protection';

export interface ProtectionColumns {
  readonly protection: ProtectionState;
  /** When it ends; null = never, or there is none. */
  readonly protection_until: Date | null;
}

/** What protection forbids at `now`; one that has run out forbids nothing. */
export function protectionAt({ protection, protection_until: until }: ProtectionColumns, now: Date): ProtectionState {
  return until !== null && until.getTime() <= now.getTime() ? 'none' : protection;
}
