import { catalogue } from '../../../core/words/catalogue';

/** Words of the seal: the pair of seeds that the next bet is bound to. */
export const words = catalogue('pages/game/seal', {
  line: (commit: string, part: string) => `Sealed: ${commit} · your part: ${part}`,
  otherLine: (commit: string, part: string) => `Sealed: ${commit} · part not made here: ${part}`,
  lineLabel: 'Show the whole seal of the next round',
  getting: 'Getting the seal of the next round',
  failed: 'The seal could not be loaded.',
  again: 'Try again',
  noParts: (commit: string) => `Sealed: ${commit} · no fresh part per bet`,
  unbound: 'Rounds here are not sealed beforehand.',
  dropped: 'Rounds here are not sealed any more.',
  replaced: 'This is not the seal that was announced.',

  changedTitle: 'The seal has changed, so nothing was staked',
  mismatchTitle: 'This is not the round you asked for',
});
