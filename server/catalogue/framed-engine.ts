/** What the catalogue knows of a game that is played elsewhere, in the place where other games have their engine. Pure. */
import { fraction } from '../../src/core/fraction';
import type { GAME_KINDS } from '../../src/core/contract/games';
import type { AnyEngine } from '../../src/core/games/engine';
import { kobo } from '../../src/core/money';

/** As in the table `framed_game`. */
export interface FrameColumns {
  readonly game_id: string;
  readonly provider: string;
  readonly provider_name: string;
  readonly url: string;
  readonly kind: (typeof GAME_KINDS)[number];
  /** Ten-thousandths. */
  readonly rtp: number;
  /** Stakes. */
  readonly max_win: number;
}

const RTP_SCALE = 10_000n;

/** It says what is certified of the game and plays no round: whoever asks for one here is told that there is no such bet. */
export function framedEngine({ game_id: gameId, kind, rtp, max_win: maxWin }: FrameColumns): AnyEngine {
  return {
    gameId,
    kind,
    rtp: fraction(BigInt(rtp), RTP_SCALE),
    maxWin: fraction(BigInt(maxWin)),
    stakeStep: kobo(1),
    playUnchecked: () => ({ ok: false, code: 'bet-invalid' }),
  };
}
