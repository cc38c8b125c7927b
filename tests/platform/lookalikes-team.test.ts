/** The way out through the team for whoever looks like somebody who is excluded: what one admin alone, or a friend of one, can do about it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { confirmForPair, listLookalikes, proposeForPair, withdrawForPair } from '../../src/core/contract/lookalikes';
import { removeAdmin } from '../../src/core/contract/admins';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { IDENTITY_REFUSALS, codeOf, makeLookalikes, NO_REFUSALS } from '../support/lookalikes';
import { kobo } from '../../src/core/money';
import { PLAY_WINDOW_MS } from '../../src/core/play-times';
import { newNin } from '../support/persons';
import { PASSWORD, testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { adminInvitedBy, makeAdminWith } from '../support/refusals/admins';
import { writeBankAccount } from '../support/field-keys';

const REASON = 'Both have sent a picture of themselves.';

let site: TestPlatform;
let amina: TestClient;
let bode: TestClient;
beforeAll(async () => {
  site = await testPlatform();
  [amina, bode] = [await site.signUpAdmin(), await site.signUpAdmin()];
});
afterAll(() => site.close());

const { newPerson, join, bar, verify, readRefusals } = makeLookalikes(() => site);

/** Somebody who is verified and stopped all the same, and the excluded account they look like. */
async function stopped() {
  const person = newPerson();
  const [other, player] = [await join(person), await join(person)];
  await bar(other, 'permanent');
  expect(await verify(player)).toBe(null);
  return { player, other, params: { playerId: userIdOf(player), otherId: userIdOf(other) } };
}
type Two = Awaited<ReturnType<typeof stopped>>['params'];

const propose = (params: Two, admin = amina) => admin.call(proposeForPair, { params, body: { what: 'two-persons', reason: REASON } });
const confirm = (params: Two, proposalId: string, admin = bode) => admin.call(confirmForPair, { params: { ...params, proposalId } });
const listed = async ({ playerId }: Two, admin = bode) =>
  (await admin.call(listLookalikes, {})).data.items.find(({ player }) => player.userId === playerId);
const traceOf = async ({ playerId }: Two) =>
  (await site.pool.query('SELECT user_id, action, after FROM admin_audit WHERE subject = $1 ORDER BY audit_id', [playerId])).rows;

describe('somebody who is verified and looks like an excluded account', () => {
  it('is let play by two admins, and each step of it stands in the trail', async () => {
    const { player, params } = await stopped();
    expect(await listed(params)).toMatchObject({
      player: { userId: params.playerId }, other: { userId: params.otherId, until: null, hasHeldMoney: true }, shared: [{ kind: 'phone' }], proposal: null,
    });
    const { data: proposal } = await propose(params);
    expect(proposal).toMatchObject({ reason: REASON, isOwn: true, whyNot: null });
    expect((await listed(params))?.proposal).toMatchObject({ proposalId: proposal.proposalId, isOwn: false, whyNot: null });
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
    expect((await confirm(params, proposal.proposalId)).status).toBe(204);
    // The same approval comes again after its answer was lost.
    expect((await confirm(params, proposal.proposalId)).status).toBe(204);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    expect(await listed(params)).toBe(undefined);
    const { rows } = await site.pool.query('SELECT kind, how FROM person_hint JOIN person_hint_end USING (hint_id) WHERE user_id = $1 OR other_id = $1', [params.playerId]);
    expect(rows).toEqual([{ kind: 'phone', how: 'by-team' }]);
    expect(await traceOf(params)).toMatchObject([
      { user_id: userIdOf(amina), action: 'two-persons-proposed', after: { with: params.otherId, reason: REASON } },
      { user_id: userIdOf(bode), action: 'two-persons-confirmed', after: { with: params.otherId, reason: REASON, proposedBy: userIdOf(amina) } },
    ]);
  });

  it('because a stranger showed their NIN and then took a break, is let play by two admins; the stranger stays out', async () => {
    const [player, stranger] = [await join(newPerson()), await join(newPerson())];
    const number = newNin();
    expect([await verify(player, number), await verify(stranger, number)]).toEqual([null, 'nin-in-use']);
    await bar(stranger, 'permanent');
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
    const params = { playerId: userIdOf(player), otherId: userIdOf(stranger) };
    expect(await listed(params)).toMatchObject({ shared: [{ kind: 'nin' }] });
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    expect(await readRefusals(stranger)).toEqual(['self-excluded', 'self-excluded']);
  });

  it('is not stopped again by each further account that a stranger opens with their NIN, once people have looked', async () => {
    const [player, stranger] = [await join(newPerson()), await join(newPerson())];
    const number = newNin();
    expect([await verify(player, number), await verify(stranger, number)]).toEqual([null, 'nin-in-use']);
    await bar(stranger);
    const params = { playerId: userIdOf(player), otherId: userIdOf(stranger) };
    const again = await join(newPerson(), site.client(), kobo(0));
    expect(await verify(again, number)).toBe('nin-in-use');
    await bar(again, 'permanent');
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    const oneMore = await join(newPerson(), site.client(), kobo(0));
    expect(await verify(oneMore, number)).toBe('nin-in-use');
    await bar(oneMore, 'permanent');
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
  });

  it('is not stopped again by accounts that the stranger had opened before that identity was shown and never paid into', async () => {
    const early = await join(newPerson(), site.client(), kobo(0));
    const [player, stranger] = [await join(newPerson()), await join(newPerson())];
    const number = newNin();
    expect([await verify(player, number), await verify(stranger, number)]).toEqual([null, 'nin-in-use']);
    await bar(stranger);
    const params = { playerId: userIdOf(player), otherId: userIdOf(stranger) };
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await verify(early, number)).toBe('nin-in-use');
    await bar(early, '24-hours');
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
  });

  it('is asked about a second account that was played with, though people have looked at another: nobody who is excluded plays on with that', async () => {
    const [player, stranger, played] = [await join(newPerson()), await join(newPerson()), await join(newPerson())];
    const number = newNin();
    expect([await verify(player, number), await verify(stranger, number)]).toEqual([null, 'nin-in-use']);
    await bar(stranger);
    const params = { playerId: userIdOf(player), otherId: userIdOf(stranger) };
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await verify(played, number)).toBe('nin-in-use');
    await bar(played, 'permanent');
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
  });

  it('is asked anew about something else that the two turn out to share: nobody who is excluded gets a pass for good', async () => {
    const { other, player, params } = await stopped();
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    for (const userId of [params.playerId, params.otherId]) {
      await writeBankAccount(site.pool, {
        bank_account_id: `shared-${userId}`, user_id: userId, bank_code: '058', bank_name: 'A bank', accountNumber: '7030000001', account_name: 'OBI ADA',
        added_at: site.platform.now(),
      });
    }
    const { rows } = await site.pool.query<{ username: string }>('SELECT username FROM player WHERE user_id = $1', [params.playerId]);
    // The window in which the player has played is not the other one any more.
    site.pass(PLAY_WINDOW_MS);
    expect(await readRefusals(await site.signIn(rows[0]?.username ?? ''))).toEqual(IDENTITY_REFUSALS);
    expect(other.session).not.toBe(null);
  });
});

describe('two accounts that people have told apart', () => {
  it('are asked about anew once the number of one is shown at the other: nobody who is excluded plays on by it; shown again it asks no more', async () => {
    const person = newPerson();
    const number = newNin();
    const [other, player] = [await join(person), await join(person)];
    await bar(other, 'permanent');
    expect(await verify(player, number)).toBe(null);
    const params = { playerId: userIdOf(player), otherId: userIdOf(other) };
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    // People decided when only the phone was shared, and no number had been shown.
    expect(await verify(other, number)).toBe('nin-in-use');
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
    expect((await listed(params))?.shared).toMatchObject([{ kind: 'nin' }]);
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    expect(await verify(other, number)).toBe('nin-in-use');
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
  });

  it('by whose the number was are asked about anew once both show another number: nobody who is excluded plays on by it', async () => {
    const [other, player, third] = [await join(newPerson()), await join(newPerson()), await join(newPerson())];
    const [first, next] = [newNin(), newNin()];
    const give = async (to: TestClient, from: TestClient) => {
      const params = { playerId: userIdOf(to), otherId: userIdOf(from) };
      const { data } = await amina.call(proposeForPair, { params, body: { what: 'identity', reason: REASON } });
      expect((await confirm(params, data.proposalId)).status).toBe(204);
    };
    expect([await verify(other, first), await verify(player, first)]).toEqual([null, 'nin-in-use']);
    await give(player, other);
    expect(await verify(third, first)).toBe('nin-in-use');
    await give(third, player);
    await bar(other, 'permanent');
    expect(await verify(player, next)).toBe(null);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    expect(await verify(other, next)).toBe('nin-in-use');
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
    const params = { playerId: userIdOf(player), otherId: userIdOf(other) };
    await confirm(params, (await propose(params)).data.proposalId);
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
    expect(await verify(other, next)).toBe('nin-in-use');
    expect(await readRefusals(player)).toEqual(NO_REFUSALS);
  });
});

describe('nobody who is excluded is let play', () => {
  it('by one admin alone, by two accounts of one, or by somebody who has just become an admin', async () => {
    const { player, params } = await stopped();
    const { data: { proposalId } } = await propose(params);
    const others = [amina, await adminInvitedBy(site, amina), await makeAdminWith(site, { since: site.platform.now() })];
    const answers = await Promise.all(others.map((admin) => confirm(params, proposalId, admin)));
    expect(answers.map(({ problem }) => [problem?.code, problem?.reason])).toEqual([
      ['own-request', undefined], ['not-counted', 'unconfirmed'], ['not-counted', 'new'],
    ]);
    expect(site.logs.filter((line) => line.includes('two-persons.not-counted') && line.includes('"alert":true'))).toHaveLength(2);
    expect((await listed(params, others[1]))?.proposal?.whyNot).toBe(answers[1]?.problem?.detail);
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
  });

  it('before they have shown an identity at all', async () => {
    const person = newPerson();
    const [other, player] = [await join(person), await join(person)];
    await bar(other, 'permanent');
    const params = { playerId: userIdOf(player), otherId: userIdOf(other) };
    expect(await listed(params)).toBe(undefined);
    expect(codeOf(await propose(params))).toBe('not-found');
  });

  it('by a proposal that was withdrawn, or whose admin is none any more', async () => {
    const { player, params } = await stopped();
    const { data: first } = await propose(params);
    expect(codeOf(await propose(params, bode))).toBe('conflict');
    expect((await bode.call(withdrawForPair, { params: { ...params, proposalId: first.proposalId } })).status).toBe(204);
    expect(codeOf(await confirm(params, first.proposalId))).toBe('conflict');
    const gone = await site.signUpAdmin();
    const { data: second } = await propose(params, gone);
    const removed = await amina.call(removeAdmin, { params: { adminId: userIdOf(gone) }, body: { password: PASSWORD, reason: 'Left the company.' } });
    expect(removed.data.proposals).toBe(1);
    expect(codeOf(await confirm(params, second.proposalId))).toBe('conflict');
    expect(await readRefusals(player)).toEqual(IDENTITY_REFUSALS);
  });
});
