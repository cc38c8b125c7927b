/** All kinds of corrections, by the word that their rows have. */
import { adjustmentKind, ADJUSTMENT } from './adjustments/adjustment';
import type { CorrectionKind } from './correction-kind';

const KINDS: Readonly<Record<string, CorrectionKind>> = {
  [ADJUSTMENT]: adjustmentKind,
};

/** A newer Ayo may have proposed a kind that this one does not know; undefined then. */
export const kindOf = (kind: string): CorrectionKind | undefined => (Object.hasOwn(KINDS, kind) ? KINDS[kind] : undefined);
