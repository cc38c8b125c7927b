import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../src/core/fairness/draws';
import { readSpin, slotsEngine } from '../../../src/core/games/slots/slots';
import { SLOT_THEMES } from '../../../src/core/games/slots/themes';
import { kobo } from '../../../src/core/money';
import { PaidLines } from '../../../src/games/slots/PaidLines';
import { SlotRules } from '../../../src/games/slots/SlotRules';
import { SlotStage } from '../../../src/games/slots/SlotStage';

const STAKE = kobo(10_000);
const Art = ({ name }: { name: string }) => <svg aria-label={name} />;
const Defs = () => null;

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

describe.each(SLOT_THEMES)('the shared face of slots with $name', (theme) => {
  it('lists every symbol once with what it pays, and every line', () => {
    const page = renderToStaticMarkup(<SlotRules theme={theme} names={{}} Art={Art} stake={STAKE} />);
    for (const symbol of theme.symbols) expect(countOf(page, `aria-label="${symbol}"`)).toBe(1);
    for (const pays of Object.values(theme.pays)) expect(page).toContain(`>${pays?.[2].toLocaleString('en-NG')}<`);
    expect(countOf(page, '<polyline')).toBe(theme.lines.length);
    expect(page).not.toMatch(/undefined|NaN|>null</);
  });

  it('shows fifteen symbols before and after a round', () => {
    const seeds = { serverSeed: 'b'.repeat(64), clientSeed: 'face', nonce: 3 };
    const { outcome, win } = slotsEngine(theme).play({ stake: STAKE, bet: {}, draws: drawsFrom(seeds) });
    for (const showing of [null, { key: 'a', outcome, stake: STAKE, win, moving: false }]) {
      const stage = <SlotStage theme={theme} Art={Art} Defs={Defs} showing={showing} waiting={false} onShown={() => {}} onTell={() => {}} />;
      expect(countOf(renderToStaticMarkup(stage), 'aria-label=')).toBe(15);
    }
  });

  it('draws a way for every run that paid', () => {
    let drawn = 0;
    for (let stop = 0; stop < 20; stop += 1) {
      const spin = readSpin(theme, theme.strips.map((strip, reel) => (stop * (reel + 1)) % strip.length));
      const lines = renderToStaticMarkup(<PaidLines theme={theme} spin={spin} />);
      expect(countOf(lines, 'class="paid-line"')).toBe(spin.wins.length);
      drawn += spin.wins.length;
    }
    expect(drawn).toBeGreaterThan(0);
  });
});
