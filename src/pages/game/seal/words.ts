import { catalogue } from '../../../core/words/catalogue';

/** Words of the seal: the pair of seeds that the next bet is bound to. */
export const words = catalogue('pages/game/seal', {
  line: (commit: string, part: string) => `Sealed: ${commit} · your part: ${part}`,
  otherLine: (commit: string, part: string) => `Sealed: ${commit} · part not made here: ${part}`,
  lineLabel: 'See what decides the next round',
  getting: 'Getting our part of the next round',
  failed: 'Our part could not be loaded.',
  again: 'Try again',
  noParts: (commit: string) => `Sealed: ${commit} · your part stays the same`,
  unbound: 'Our part is not locked before you bet.',
  dropped: 'Our part is no longer locked before you bet.',
  replaced: 'This is not the part that we announced.',

  changedTitle: 'The seal has changed, so nothing was staked',
  mismatchTitle: 'This is not the round you asked for',
});
