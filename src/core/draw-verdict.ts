/** Judges a draw that is over, on a player's device: from what it saw of it before, from its player's entries, and from the draw worked out again. */
import { checkDraw, fateOf } from './draw-check';
import type { DrawCheck, DrawProof, EntryFate } from './draw-check';
import { contradictionOf } from './draw-pins';
import type { DrawPin, SeenDraw } from './draw-pins';

/** The fate of the player's own entry. `bar` is the reason why it could not win, where it could not. */
export interface OwnFate {
  readonly fate: EntryFate;
  readonly bar: string | null;
}

/** All that the findings follow from. */
export interface DrawEvidence<Proof extends DrawProof = DrawProof> {
  readonly proof: Proof;
  readonly pin: DrawPin | null;
  /** Null where this device knows of no entry of the player's. */
  readonly own: OwnFate | null;
}

/**
 * `seen`: the draw is another one now than this device saw before, `what` as of `contradictionOf`. `own`: the player's entry is not there,
 * or was passed over for nothing.
 */
export type DrawVerdict<Proof extends DrawProof = DrawProof> =
  | { readonly is: 'seen'; readonly what: string }
  | ({ readonly is: DrawCheck | 'own' } & DrawEvidence<Proof>);

interface DrawObservation<Proof extends DrawProof> {
  readonly draw: SeenDraw;
  readonly proof: Proof;
  readonly pins: readonly DrawPin[];
  /** The player's entries in this draw, as the device noted them. */
  readonly ownEntryIds: readonly string[];
}

export function judgeDraw<Proof extends DrawProof>({ draw, proof, pins, ownEntryIds }: DrawObservation<Proof>): DrawVerdict<Proof> {
  const what = contradictionOf(pins, draw);
  if (what !== null) return { is: 'seen', what };
  const own = ownFate(ownEntryIds, proof);
  const evidence = { proof, pin: pins.find(({ drawId }) => drawId === draw.drawId) ?? null, own };
  return { is: isLost(own, proof) ? 'own' : checkDraw(proof, draw), ...evidence };
}

function ownFate(entryIds: readonly string[], proof: DrawProof): OwnFate | null {
  const fates = entryIds.map((entryId): OwnFate => ({ fate: fateOf(entryId, proof), bar: proof.bars?.[entryId] ?? null }));
  // A player has one entry. Where a platform has named several, each of them must be there.
  return fates.find(({ fate }) => fate === 'missing') ?? fates[0] ?? null;
}

/** By the first rule no reason was published. */
function isLost(own: OwnFate | null, { rules = 1 }: DrawProof): boolean {
  return own?.fate === 'missing' || (own?.fate === 'no-reason' && rules > 1);
}
