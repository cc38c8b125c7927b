/** The first limits as they are typed, before they are saved. */
import { inputOf, ownForm } from '../../../state/form-input';

export const NO_TYPED_LIMITS = { deposit: '', loss: '', stake: '' };

export const firstLimitsForm = (userId: string | null): string => ownForm('first-limits', userId);

/** Returns true if the player has typed a deposit limit and neither saved nor dropped it. */
export function hasTypedDepositLimit(userId: string | null): boolean {
  return (inputOf<typeof NO_TYPED_LIMITS>(firstLimitsForm(userId))?.deposit ?? '').trim() !== '';
}
