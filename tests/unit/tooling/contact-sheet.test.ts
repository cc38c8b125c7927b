/** The contact sheet of the screenshots, and the frames that are chosen of a film. */
import { describe, expect, it } from 'vitest';
import { SHOT_LIST, STATES } from '../../support/shots/list';
import { drawSheet } from '../../support/shots/sheet';
import type { SheetPicture } from '../../support/shots/sheet';
import { chooseFrames } from '../../support/shots/strips';

const PICTURE: SheetPicture = {
  name: 'lobby-guest', route: '/', state: 'guest', theme: 'dark', size: '360x660', file: 'lobby.png', whole: 'lobby-whole.png',
};

describe('the contact sheet', () => {
  const sheet = drawSheet({
    pictures: [PICTURE, { ...PICTURE, name: 'game', route: '/game/dice', file: null, whole: null }],
    strips: [{ gameId: 'dice', frames: [{ at: 0, file: 'round-dice-1.jpg' }] }],
    failures: [{ name: 'game 360x660', reason: 'Timeout <15 s>' }],
  });

  it('leads to each route and each round by a link', () => {
    for (const anchor of ['route-lobby', 'route-game-dice', 'strip-dice']) {
      expect(sheet).toContain(`href="#${anchor}"`);
      expect(sheet).toContain(`id="${anchor}"`);
    }
  });

  it('shows its pictures by relative links, with what they can be filtered by', () => {
    expect(sheet).toContain('data-state="guest" data-theme="dark" data-size="360x660"');
    expect(sheet).toContain('src="lobby.png" width="360" height="660"');
    expect(sheet).not.toMatch(/(src|href)="(https?:|\/)/);
  });

  it('names what could not be made, in its place and with the reason', () => {
    expect(sheet).toContain('1 could not be made');
    expect(sheet).toContain('<li>game 360x660: Timeout &lt;15 s&gt;</li>');
    expect(sheet).toMatch(/class="missing"[^>]*><figcaption><b>game<\/b>/);
  });
});

describe('the shots', () => {
  it('have names of their own, and show every state', () => {
    expect(new Set(SHOT_LIST.map(({ name }) => name)).size).toBe(SHOT_LIST.length);
    expect(STATES.filter((state) => !SHOT_LIST.some((shot) => shot.state === state))).toEqual([]);
  });
});

describe('the frames of a round', () => {
  const film = [0, 10, 400, 1_000].map((at) => ({ at, jpeg: Buffer.from(String(at)) }));
  const shown = (frames: ReturnType<typeof chooseFrames>) => frames.map(({ at, jpeg }) => [at, String(jpeg)]);

  it('are those that were on the screen at evenly distributed times', () => {
    expect(shown(chooseFrames(film, 0, 900, 4))).toEqual([[0, '0'], [300, '10'], [600, '400'], [900, '400']]);
  });

  it('begin with the first one where the screen had not been sent before', () => {
    expect(shown(chooseFrames(film.slice(2), 0, 1_000, 2))).toEqual([[0, '400'], [1_000, '1000']]);
  });
});
