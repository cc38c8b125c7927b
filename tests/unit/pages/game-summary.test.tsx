/** The facts below the stage before the first round are in words that somebody would say. */
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { kobo } from '../../../src/core/money';
import { loadFace } from '../../../src/games/faces';
import { figuresOf } from '../../../src/pages/game/facts/figures';
import { practiceGame } from '../../../src/pages/game/game-at';
import { ResultLine } from '../../../src/pages/game/result/ResultLine';

async function summaryOf(gameId: string): Promise<string> {
  const game = practiceGame(gameId);
  const face = await loadFace(gameId);
  if (game === undefined || face === null) throw new Error(`no game ${gameId}`);
  const { odds } = figuresOf(game, face.bet, face.bet?.initial, kobo(10_000));
  return renderToStaticMarkup(<ResultLine game={game} odds={odds} face={face} showing={null} phase="idle" isPast={false} bonusPart={null} />);
}

it('say how often a game pays where some rounds pay nothing', async () => {
  await expect(summaryOf('adire-gold')).resolves.toMatch(/Pays in \d\d\.\d% of rounds, profit in \d+\.\d%/);
});

it('say of a game whose every round pays something that it does, and not that it pays in 100%', async () => {
  const summary = await summaryOf('plinko');
  expect(summary).toMatch(/Every round pays something, profit in \d+\.\d%/);
  expect(summary).not.toContain('100');
});
