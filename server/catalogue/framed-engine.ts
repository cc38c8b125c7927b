/** Makes a stand-in engine for a game that another provider runs, so that the catalogue can treat all games alike. Pure. */
import { fraction } from '../../src/core/fraction';
import type { GAME_KINDS } from '../../src/core/contract/games';
import type { AnyEngine } from '../../src/core/games/engine';
import { kobo } from '../../src/core/money';

/** The columns of the table `framed_game`. */
export interface FrameColumns {
  readonly game_id: string;
  readonly provider: string;
  readonly provider_name: string;
  readonly url: string;
  readonly kind: (typeof GAME_KINDS)[number];
  /** In ten-thousandths. */
  readonly rtp: number;
  /** As a multiple of the stake. */
  readonly max_win: number;
}

const RTP_SCALE = 10_000n;

/** The engine gives the certified facts of the game. It refuses every round as an invalid bet, since rounds run at the provider. */
export function createFramedEngine({ game_id: gameId, kind, rtp, max_win: maxWin }: FrameColumns): AnyEngine {
  return {
    gameId,
    kind,
    rtp: fraction(BigInt(rtp), RTP_SCALE),
    maxWin: fraction(BigInt(maxWin)),
    stakeStep: kobo(1),
    playUnchecked: () => ({ ok: false, code: 'bet-invalid' }),
  };
}
