import * as contract from '../../../src/core/contract/games';
import { findGame, isHidden } from '../../catalogue';
import { withTag } from '../../http/etag';
import { ProblemError } from '../../http/problem';
import type { Router } from '../../http/router';
import type { Platform } from '../../platform';
import { PAR_SHEETS } from '.';
import { readParSheet } from './rows';

/** A version names its bytes, so that it can be kept for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';

const parse = (text: string): Record<string, unknown> => JSON.parse(text) as Record<string, unknown>;

/** Registers the calls of the par sheets. */
export function registerParSheets(router: Router, { readPool: pool, now }: Platform): void {
  router.onPublic(contract.getParSheet, async (call) => {
    const sheet = PAR_SHEETS.get(call.params.gameId);
    const game = sheet && (await findGame(pool, sheet.gameId));
    if (sheet === undefined || game === undefined || isHidden(game.row, now())) throw new ProblemError('not-found', 'There is no par sheet of this game.');
    return withTag(call, sheet.version, () => parse(sheet.text));
  });

  router.onPublic(contract.getParSheetVersion, async (call) => {
    const { gameId, version } = call.params;
    const text = await readParSheet(pool, gameId, version);
    if (text === null) throw new ProblemError('not-found', 'This game has no such version of its rules.');
    void call.reply.header('cache-control', FOR_EVER);
    return withTag(call, version, () => parse(text));
  });
}
