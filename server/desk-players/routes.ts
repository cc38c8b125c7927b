import type { PoolClient } from 'pg';
import * as contract from '../../src/core/contract/desk-players';
import { PLAYER_PARTS } from '../../src/core/contract/desk-players';
import type { PlayerPart } from '../../src/core/contract/desk-players';
import type { BodyOf, Endpoint } from '../../src/core/contract/endpoint';
import type { AdminRole } from '../../src/core/admin-roles';
import { readPlayersSessions } from '../accounts';
import { listBonuses } from '../bonuses';
import { readDeskDeposits, readDeskPayouts, readEntries } from '../cashier';
import { readRoundPage } from '../games';
import type { Caller, Router } from '../http/router';
import type { Platform } from '../platform';
import { readProtection } from '../protection';
import { listThreadsOf } from '../support';
import { readAudited } from './audited-read';
import { maskAccountName } from './masks';
import { addNote, readNotes } from './notes';
import { readFacts } from './player-facts';
import { search } from './search';

const DEFAULT_PAGE = 30;

/** Each part of the page with the call that reads it, whose roles say who sees it. */
const CALL_OF: Readonly<Record<PlayerPart, Endpoint>> = {
  entries: contract.readPlayerEntries,
  deposits: contract.readPlayerDeposits,
  payouts: contract.readPlayerPayouts,
  rounds: contract.readPlayerRounds,
  bonuses: contract.readPlayerBonuses,
  protection: contract.readPlayerProtection,
  sessions: contract.readPlayerSessions,
  threads: contract.readPlayerThreads,
  notes: contract.readPlayerNotes,
};

const maySee = ({ roles: needed }: Endpoint, roles: readonly AdminRole[]): boolean =>
  needed === 'any' || (needed ?? []).some((role) => roles.includes(role));

interface PartCall {
  readonly params: { readonly playerId: string };
  readonly caller: Caller;
}

/** Registers the calls with which the operator's people find a player, and read and note what concerns them. */
export function registerDeskPlayers(router: Router, platform: Platform): void {
  const { now } = platform;
  const look = <T>({ params: { playerId }, caller }: PartCall, part: PlayerPart | 'page', read: (tx: PoolClient, playerId: string) => Promise<T>): Promise<T> =>
    readAudited(platform, { adminId: caller.userId, playerId, part }, (tx) => read(tx, playerId));
  const pageOf = ({ cursor, limit = DEFAULT_PAGE }: BodyOf<typeof contract.readPlayerEntries>) => ({ cursor, limit });

  router.on(contract.searchPlayers, ({ body, caller }) => search(platform, { adminId: caller.userId, ...body }));

  router.on(contract.openPlayer, (call) => look(call, 'page', (tx, playerId) => {
    const { roles } = call.caller;
    return readFacts(tx, { playerId, at: now(), roles, parts: PLAYER_PARTS.filter((part) => maySee(CALL_OF[part], roles)) });
  }));

  router.on(contract.readPlayerEntries, (call) => look(call, 'entries', (tx, playerId) => readEntries(tx, { userId: playerId, ...pageOf(call.body) })));
  router.on(contract.readPlayerDeposits, (call) => look(call, 'deposits', (tx, playerId) => readDeskDeposits(tx, { userId: playerId, ...pageOf(call.body) })));
  router.on(contract.readPlayerPayouts, (call) => look(call, 'payouts', async (tx, playerId) => {
    const { items, next } = await readDeskPayouts(tx, { userId: playerId, ...pageOf(call.body) });
    return { items: items.map((item) => ({ ...item, accountName: maskAccountName(item.accountName) })), next };
  }));
  router.on(contract.readPlayerRounds, (call) => look(call, 'rounds', (tx, playerId) => readRoundPage(tx, { userId: playerId, ...pageOf(call.body) })));
  router.on(contract.readPlayerBonuses, (call) => look(call, 'bonuses', async (tx, playerId) => {
    const { items, next } = await listBonuses(tx, playerId, pageOf(call.body), call.place, now());
    return { items, next };
  }));
  router.on(contract.readPlayerProtection, (call) => look(call, 'protection', (tx, playerId) => readProtection(tx, { userId: playerId, now: now(), place: call.place })));
  router.on(contract.readPlayerSessions, (call) => look(call, 'sessions', async (tx, playerId) => ({ items: await readPlayersSessions(tx, playerId, now()) })));
  router.on(contract.readPlayerThreads, (call) => look(call, 'threads', (tx, playerId) => listThreadsOf(tx, { userId: playerId, ...pageOf(call.body) })));
  router.on(contract.readPlayerNotes, (call) => look(call, 'notes', (tx, playerId) => {
    const { cursor, limit } = pageOf(call.body);
    return readNotes(tx, playerId, cursor, limit);
  }));

  router.on(contract.addPlayerNote, ({ params, body, key, caller }) => addNote(platform, { adminId: caller.userId, playerId: params.playerId, key, text: body.text }));
}
