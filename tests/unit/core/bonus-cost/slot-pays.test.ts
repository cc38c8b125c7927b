/** The chances of what slots pay that are written down, against every combination of their stops. */
import { describe, expect, it } from 'vitest';
import { SLOT_CHANCES, SLOT_PAYS } from '../../../../src/core/bonus-cost/slot-pays';
import { fractionToNumber } from '../../../../src/core/fraction';
import { SLOT_THEMES } from '../../../../src/core/games/slots/themes';
import { VARIANCES } from '../../../../src/core/games/variances';
import { slotDistribution } from './slot-distribution';

const CLOSE = 8;

describe('the chances of what a slot pays', () => {
  it.each(SLOT_THEMES.map((theme) => [theme.gameId, theme] as const))('are those of %s', { timeout: 120_000 }, (gameId, theme) => {
    const { returned, chances } = SLOT_CHANCES[gameId] ?? { returned: NaN, chances: [] };
    const counted = slotDistribution(theme, SLOT_PAYS);
    expect(returned).toBeCloseTo(counted.returned, CLOSE);
    SLOT_PAYS.forEach((pays, at) => expect(chances[at] ?? 0, `${gameId} ${pays}`).toBeCloseTo(counted.chances[at] ?? 0, CLOSE));
  });

  it('are chances, come to the return of the slot, and spread a little more than it does', () => {
    for (const { gameId, rtp } of SLOT_THEMES) {
      const { returned, chances } = SLOT_CHANCES[gameId] ?? { returned: NaN, chances: [] };
      const moment = (power: number): number => returned + chances.reduce((sum, chance, at) => sum + chance * (SLOT_PAYS[at] ?? 0) ** power, 0);
      const spread = moment(2) - moment(1) ** 2;
      const [variance = NaN] = VARIANCES[gameId] ?? [];
      expect(returned + chances.reduce((sum, chance) => sum + chance, 0)).toBeCloseTo(1, CLOSE);
      expect(moment(1), gameId).toBeCloseTo(fractionToNumber(rtp), 6);
      expect(spread / variance, gameId).toBeGreaterThan(1);
      expect(spread / variance, gameId).toBeLessThan(1.06);
    }
  });
});
