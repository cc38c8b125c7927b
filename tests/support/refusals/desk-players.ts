/** Refusals of the calls about players at the desk. */
import { addPlayerNote, searchPlayers } from '../../../src/core/contract/desk-players';
import { SEARCH_LIMITS } from '../../../server/desk-players/search-limits';
import { newKey, userIdOf } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';

const PARTS = ['Entries', 'Deposits', 'Payouts', 'Rounds', 'Bonuses', 'Protection', 'Sessions', 'Threads', 'Flags', 'Notes'];
const ABOUT_ONE = ['openPlayer', 'openPlayerRound', ...PARTS.map((part) => `readPlayer${part}`), 'addPlayerNote'];
const [PER_MINUTE] = SEARCH_LIMITS;

export const DESK_PLAYER_REFUSALS: readonly Refusal[] = [
  refusal('searchPlayers', 'with a cursor of another list', 'bad-request', async (site) => ({ client: await site.signUpAdmin(), body: { term: 'ada', cursor: 'x' } })),
  refusal('searchPlayers', 'after many', 'too-many-requests', async (site) => {
    const client = await site.signUpAdmin();
    for (let n = 0; n < (PER_MINUTE?.limit ?? 0); n += 1) await client.call(searchPlayers, { body: { term: 'ada' } });
    return { client };
  }),
  ...ABOUT_ONE.map((call) => refusal(call, 'there is no such player', 'not-found', async (site) => ({ client: await site.signUpAdmin() }))),
  refusal('openPlayerRound', 'it is no round of the player', 'not-found', async (site) => ({
    client: await site.signUpAdmin(), params: { playerId: userIdOf(await site.signUp()), roundId: 'round-of-nobody' },
  })),
  refusal('openPlayer', 'it is an admin', 'not-found', async (site) => ({ client: await site.signUpAdmin(), params: { playerId: userIdOf(await site.signUpAdmin()) } })),
  refusal('addPlayerNote', 'under a key of another note', 'key-reused', async (site) => {
    const client = await site.signUpAdmin();
    const params = { playerId: userIdOf(await site.signUp()) };
    const key = newKey();
    await client.call(addPlayerNote, { params, body: { text: 'Has called.' }, key });
    return { client, params, key };
  }),
];
