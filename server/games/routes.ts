import * as contract from '../../src/core/contract/games';
import { listRefusedBets } from '../../src/core/contract/refused-bets';
import { lagosDay } from '../../src/core/time';
import { isOpen, readArt, readCatalogueTag, findGame, readGames, toGame } from '../catalogue';
import { transaction } from '../db/transaction';
import { withTag } from '../http/etag';
import { ProblemError } from '../http/problem';
import { KeptAnswer } from '../http/router';
import type { Router } from '../http/router';
import type { Platform } from '../platform';
import { playAction } from './play-action';
import { registerParSheets } from './par-sheets/routes';
import { findRound, readRounds, readRoundsTag, toFilter } from './history';
import { listOpenRounds } from './open-rounds';
import { playAsAction } from './play-as-action';
import { readRefusedBets } from './refused-bets';
import { readRevealedPairs } from './revealed-pairs';
import { chooseClientSeed, readFairness, rotateSeeds } from './seed-pairs';

/** Registers the calls of the catalogue, of rounds and of their fairness. */
export function registerGames(router: Router, platform: Platform): void {
  registerCatalogue(router, platform);
  registerParSheets(router, platform);
  registerFairness(router, platform);
  registerRounds(router, platform);
}

function registerCatalogue(router: Router, { readPool: pool, now }: Platform): void {
  const dayOf = (at: Date) => lagosDay(at.getTime());
  router.onPublic(contract.listGames, async () => {
    // The list is of the tag's instant: a later one could hold a game that the tag does not know yet.
    const at = now();
    return new KeptAnswer(await readCatalogueTag(pool, at), async () => {
      const games = await readGames(pool);
      return { items: games.filter(({ row }) => isOpen(row, at)).map((game) => toGame(game, dayOf(at))) };
    });
  });

  router.onPublic(contract.getGame, async (call) => {
    // The tag is read first, so that a game which changes in between gets the older tag and is loaded again.
    const at = now();
    const tag = await readCatalogueTag(pool, at);
    const game = await findGame(pool, call.params.gameId);
    if (game === undefined || !isOpen(game.row, at)) throw new ProblemError('not-found', 'There is no such game.');
    return withTag(call, tag, () => toGame(game, dayOf(at)));
  });

  // It lies beside the art that comes with the app, so that devices keep it as they keep that.
  router.app.get<{ Params: { file: string } }>('/cdn/art/:file', { config: { lane: 'read' } }, async (request, reply) => {
    const { file } = request.params;
    const art = file.endsWith('.webp') ? await readArt(pool, file.slice(0, -'.webp'.length)) : undefined;
    if (art === undefined) return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send('Not found\n');
    return reply.headers({ 'cache-control': 'public, max-age=31536000, immutable', 'cross-origin-resource-policy': 'cross-origin' }).type('image/webp').send(art);
  });
}

function registerFairness(router: Router, platform: Platform): void {
  const { pool, readPool } = platform;
  // It makes a pair of seeds where the player has none.
  router.on(contract.getFairness, ({ params }) => transaction(pool, (tx) => readFairness(tx, platform, params.userId)), { lane: 'player', isConfirmed: true });
  router.on(contract.listRevealedPairs, ({ params, query }) => readRevealedPairs(readPool, params.userId, query), { isConfirmed: true });
  router.on(listRefusedBets, ({ params, query }) => readRefusedBets(readPool, params.userId, query), { isConfirmed: true });
  router.on(contract.rotateSeeds, ({ params, body }) => transaction(pool, (tx) => rotateSeeds(tx, platform, params.userId, body)));
  router.on(contract.setClientSeed, ({ params, body }) =>
    transaction(pool, (tx) => chooseClientSeed(tx, platform, params.userId, body)),
  );
}

function registerRounds(router: Router, platform: Platform): void {
  const { readPool: pool } = platform;
  router.on(contract.playRound, ({ params, body, key, place, caller }) =>
    playAsAction(platform, { ...params, key, body, place, sessionHash: caller.sessionHash }, caller), { recordsAction: true });

  router.on(contract.playAction, ({ params, body, key, place }) => playAction(platform, { ...params, key, body, place }));

  router.on(contract.listOpenRounds, async (call) => {
    const { items, tag } = await listOpenRounds(pool, platform.seedKeys, call.params.userId);
    return withTag(call, tag, () => ({ items }));
  }, { isConfirmed: true });

  router.on(contract.listRounds, async (call) => {
    const filter = toFilter(call.params.userId, call.query, platform.now().getTime());
    return withTag(call, await readRoundsTag(pool, filter), () => readRounds(pool, filter));
  }, { isConfirmed: true });

  router.on(contract.getRound, async ({ params }) => {
    const round = await findRound(pool, params.userId, params.roundId);
    if (round === undefined) throw new ProblemError('not-found', 'There is no such round.');
    return round;
  }, { isConfirmed: true });
}
