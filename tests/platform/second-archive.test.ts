/** The archive of a second account tells nothing of the team's decisions, because a stranger who knows a NIN may have that account. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { confirmForPair, proposeForPair } from '../../src/core/contract/lookalikes';
import { userIdOf } from '../support/http-client';
import type { TestClient } from '../support/http-client';
import { readCsv, downloadArchive } from '../support/archive/unzip';
import { makeLookalikes } from '../support/lookalikes';
import { newNin } from '../support/persons';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';

const MINUTE_MS = 60_000;

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());

const { newPerson, join, bar, verify } = makeLookalikes(() => site);
const samePersonOf = async (client: TestClient) => readCsv((await downloadArchive(site.baseUrl, client))['same-person.csv'] ?? '');

it('nobody who shows somebody’s NIN reads from the archive when the team gave it to its owner, told accounts apart, or who showed another one', async () => {
  const [amina, bode] = [await site.signUpAdmin(), await site.signUpAdmin()];
  const [quick, owner, stranger] = [await join(newPerson()), await join(newPerson()), await join(newPerson())];
  const number = newNin();
  for (const each of [quick, owner, stranger]) expect(await verify(each, number)).toBe(each === quick ? null : 'nin-in-use');
  const decide = async (what: 'identity' | 'two-persons', player: TestClient, other: TestClient) => {
    site.pass(MINUTE_MS);
    const params = { playerId: userIdOf(player), otherId: userIdOf(other) };
    const { data } = await amina.call(proposeForPair, { params, body: { what, reason: 'Both have sent a picture of themselves.' } });
    expect((await bode.call(confirmForPair, { params: { ...params, proposalId: data.proposalId } })).status).toBe(204);
  };
  const before = await samePersonOf(stranger);
  expect(before.map(({ why, how }) => [why, how])).toEqual([['nin', 'linked'], ['same identity', 'linked']]);
  await decide('identity', owner, quick);
  expect(await samePersonOf(stranger)).toEqual(before);
  expect(await verify(quick, newNin())).toBe(null);
  expect(await samePersonOf(stranger)).toEqual(before);
  await bar(stranger);
  await decide('two-persons', owner, stranger);
  expect(await samePersonOf(stranger)).toEqual(before);
  // The owner’s archive does contain the decision.
  expect((await samePersonOf(owner)).map(({ how }) => how)).toEqual(expect.arrayContaining(['found to be yours', 'by-team']));
});
