/** A break or an exclusion as columns of the player's row. Pure. */
import type { ProtectionState } from '../../src/core/protection';

export interface ProtectionColumns {
  readonly protection: ProtectionState;
  /** The end; null for protection without an end, and for none. */
  readonly protection_until: Date | null;
}

/** Returns the protection that applies at `now`; one that has expired counts as none. */
export function protectionAt({ protection, protection_until: until }: ProtectionColumns, now: Date): ProtectionState {
  return until !== null && until.getTime() <= now.getTime() ? 'none' : protection;
}
