/** Refusals of what the operator's people do about a player. */
import { lockPlayer } from '../../../src/core/contract/desk-player-acts';
import { userIdOf } from './people';
import { refusal } from './refusal';
import type { Refusal } from './refusal';
import { makeAdminWith } from './admins';
import type { AllowedChanges } from './state';

const ACTS = ['lockPlayer', 'unlockPlayer', 'signPlayerOut', 'lowerPlayerLimit', 'breakForPlayer', 'resendPlayerActivation', 'revealPlayer'];
const REASON = 'The card that paid was reported stolen.';

const OWN: AllowedChanges = {
  why: 'the trail tells of an act that was refused', rows: { admin_audit: `action = 'player-act-refused'` }, columns: { admin_audit_head: ['hash', 'length'] },
};

export const DESK_PLAYER_ACT_REFUSALS: readonly Refusal[] = [
  ...ACTS.map((call) => refusal(call, 'there is no such player', 'not-found', async (site) => ({ client: await site.signUpAdmin() }))),
  ...ACTS.map((call) => refusal(call, 'the player seems to be the admin', 'own-request', async (site) => {
    const [client, player] = [await site.signUpAdmin(), await site.signUp()];
    await site.pool.query('INSERT INTO admin_own_player (admin_id, player_id, kind, at) VALUES ($1, $2, $3, $4)', [
      userIdOf(client), userIdOf(player), 'phone', site.platform.now(),
    ]);
    return { client, params: { playerId: userIdOf(player) } };
  }, OWN)),
  refusal('lockPlayer', 'it is locked', 'conflict', async (site) => {
    const client = await site.signUpAdmin();
    const params = { playerId: userIdOf(await site.signUp()) };
    await client.call(lockPlayer, { params, body: { what: 'play', reason: REASON } });
    return { client, params };
  }),
  refusal('unlockPlayer', 'it is not locked', 'conflict', async (site) => ({ client: await site.signUpAdmin(), params: { playerId: userIdOf(await site.signUp()) } })),
  refusal('resendPlayerActivation', 'it is confirmed', 'conflict', async (site) => ({
    client: await site.signUpAdmin(), params: { playerId: userIdOf(await site.signUp()) },
  })),
  refusal('revealPlayer', 'the role may not see it', 'forbidden', async (site) => ({
    client: await makeAdminWith(site, { roles: ['payments'] }), params: { playerId: userIdOf(await site.signUp()) },
  })),
];
