import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { drawsFrom } from '../../../src/core/fairness/draws';
import { playSlots, readSpin } from '../../../src/core/games/slots/slots';
import { kobo } from '../../../src/core/money';
import { loadFace } from '../../../src/games/faces';
import { PaidLines } from '../../../src/games/slots/PaidLines';
import { Reel } from '../../../src/games/slots/Reel';
import { DRESSED } from './slot-themes';

const STAKE = kobo(10_000);

function countOf(text: string, part: string): number {
  return text.split(part).length - 1;
}

it('a reel that turns reads out nothing, because it would be the symbols that pass', () => {
  const cells = ['cowrie', 'pot', 'leaf'];
  const reel = renderToStaticMarkup(
    <Reel reel={0} strip={cells} stop={0} window={cells} before={cells} turning paidRows="" dim={false} isExpanded={false} label={null} />,
  );
  expect(reel).not.toMatch(/role=|aria-label/);
});

describe.each(DRESSED)('the face of $gameId', ({ gameId, theme, names }) => {
  async function faceOf() {
    const face = await loadFace(gameId);
    if (face === null) throw new Error(`no face of ${gameId}`);
    return face;
  }

  it('lists every symbol once, by its name, with what it pays, and every line', async () => {
    const { Rules } = await faceOf();
    const page = renderToStaticMarkup(<Rules stake={STAKE} />);
    for (const symbol of theme.symbols) {
      expect(countOf(page, `href="#slot-${symbol}"`)).toBe(1);
      expect(page).toContain(`<span>${names[symbol]?.[0] ?? 'no name'}<`);
    }
    for (const pays of Object.values(theme.pays)) expect(page).toContain(`>${pays?.[2].toLocaleString('en-NG')}<`);
    expect(countOf(page, '<polyline')).toBe(theme.lines.length);
    expect(page).not.toMatch(/undefined|NaN|>null</);
  });

  it('draws each of its symbols once and shows fifteen, before and after a round', async () => {
    const { Stage } = await faceOf();
    const outcome = playSlots(theme, drawsFrom({ serverSeed: 'b'.repeat(64), clientSeed: 'face', nonce: 3 }));
    for (const showing of [null, { key: 'a', outcome, stake: STAKE, win: kobo(0), moving: false }]) {
      const stage = renderToStaticMarkup(<Stage showing={showing} waiting={false} onShown={() => {}} onAnnounce={() => {}} />);
      const drawn = [...stage.matchAll(/<symbol id="slot-([\w-]+)"[^>]*>(.*?)<\/symbol>/g)];
      expect(drawn.map(([, name]) => name).toSorted()).toEqual(theme.symbols.toSorted());
      for (const [, name, shapes = ''] of drawn) expect(countOf(shapes, '<path'), name).toBeGreaterThan(1);
      expect(countOf(stage, '<use ')).toBe(15);
    }
  });

  it('reads out what each reel draws at rest, from the top', async () => {
    const { Stage } = await faceOf();
    const stage = renderToStaticMarkup(<Stage showing={null} waiting={false} onShown={() => {}} onAnnounce={() => {}} />);
    const labels = [...stage.matchAll(/class="reel"[^>]*? role="img" aria-label="([^"]*)"/g)].map(([, label]) => label);
    const drawn = [...stage.matchAll(/<use href="#slot-([\w-]+)"/g)].map(([, symbol = '']) => names[symbol]?.[0]);
    expect(labels).toEqual([0, 1, 2, 3, 4].map((reel) => `Reel ${reel + 1}: ${drawn.slice(reel * 3, reel * 3 + 3).join(', ')}`));
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
