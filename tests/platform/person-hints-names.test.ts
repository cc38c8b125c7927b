/** An excluded player who writes the name in another way and plays on in the same browser, with another phone. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillSearchKeys } from '../../server/lookalikes';
import { secretHash } from '../../server/secrets';
import { patchDetails } from '../../src/core/contract/details';
import { STOPPED, makeLookalikes, NOT_STOPPED, paramsOf } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { makePlayer } from '../support/players';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());
// Whoever opens many accounts within an hour solves puzzles.
beforeEach(() => site.pass(3_600_000));

const { newPerson, join, bar, readRefusals } = makeLookalikes(() => site);
const CHIDI = { firstname: 'Chidi', lastname: 'Okaforabc' };

describe('nobody who is excluded plays on in the same browser and with another phone', () => {
  it.each([
    ['a dot behind the last name', { lastname: 'Okaforabc.' }],
    ['a middle name behind the last name', { lastname: 'Okaforabc Emeka' }],
    ['a middle name behind the first name', { firstname: 'Chidi Emeka' }],
    ['a dash in the last name', { lastname: 'Okafor-abc' }],
    ['an apostrophe in the last name', { lastname: 'Okafor’abc' }],
    ['a dash in the last name, and a middle name', { firstname: 'Chidi Emeka', lastname: 'Okafor-abc' }],
    ['the last name moved to the first', { firstname: 'Chidi Okaforabc', lastname: 'Emeka' }],
    ['the two names exchanged', { firstname: 'OKAFORABC', lastname: 'chidi' }],
    ['a letter with a dot below', { lastname: 'Okafọrabc' }],
    ['a letter of Hausa', { lastname: 'Oƙaforabc' }],
    ['a Cyrillic letter that looks the same', { lastname: 'Okafоrabc' }],
    ['wide letters', { lastname: 'Ｏｋａｆｏｒａｂｃ' }],
    ['a sign that is not seen', { lastname: 'Oka\u200bforabc', firstname: 'Chi\u00addi Emeka' }],
    ['a letter that is not seen', { lastname: 'Okaforabc\u3164' }],
    ['a mark that counts as a letter', { lastname: 'Okaforabcʹ' }],
    ['a title', { lastname: 'Chief Okaforabc' }],
    ['twelve words before the last name', { lastname: 'aa bb cc dd ee ff gg hh ii jj kk ll mm Okaforabc' }],
  ])('by %s', async (_, change) => {
    const person = newPerson();
    const browser = await join({ ...person, ...CHIDI });
    await bar(browser);
    expect(await readRefusals(await join({ ...person, phone: newPhone(), ...CHIDI, ...change }, browser))).toEqual(STOPPED);
  });

  it('by another name at the sign-up, which is changed to the own one after it', async () => {
    const person = newPerson();
    const browser = await join({ ...person, ...CHIDI });
    await bar(browser);
    const next = await join({ ...person, phone: newPhone(), firstname: 'Musa', lastname: 'Bello' }, browser);
    expect(await readRefusals(next)).toEqual(NOT_STOPPED);
    const changed = await next.call(patchDetails, { params: paramsOf(next), key: randomUUID(), headers: { 'if-match': '"1"' }, body: CHIDI });
    expect(changed.status).toBe(200);
    expect(await readRefusals(next)).toEqual(STOPPED);
  });

  it('because the excluded account is from a version that made no keys of names', async () => {
    const { pool, platform } = site;
    const person = newPerson();
    const browser = await join({ ...newPerson(), firstname: 'Musa', lastname: 'Bello' });
    const cookie = browser.cookies.get('ayo_device') ?? '';
    const old = await makePlayer(pool);
    const { firstname, lastname } = CHIDI;
    await pool.query(
      `UPDATE player SET firstname = $2, lastname = $3, date_of_birth = $4, protection = 'excluded', protection_since = $5 WHERE user_id = $1`,
      [old, firstname, `${lastname}…`, person.dateOfBirth, platform.now()],
    );
    await pool.query(
      `INSERT INTO session (session_hash, user_id, binding_hash, created_at, last_action_at, last_seen_at, expires_at, device_hash) VALUES ($1, $2, '', $3, $3, $3, $3, $4)`,
      [secretHash(old), old, platform.now(), secretHash(`${old}/${cookie}`)],
    );
    await fillSearchKeys(pool);
    expect(await readRefusals(await join({ ...person, ...CHIDI }, browser))).toEqual(STOPPED);
  });
});

describe('nobody is asked who they are because somebody of the same birthday uses the same browser and', () => {
  it.each([
    ['has another name', { firstname: 'Musa', lastname: 'Bello' }],
    ['has one name in common', { firstname: 'Ngozi', lastname: 'Okaforabc' }],
    ['has another last name', { firstname: 'Chidi', lastname: 'Okaforabd' }],
    ['has one name in common, twice', { firstname: 'Chidi', lastname: 'Chidi' }],
    ['has names that only begin alike', { firstname: 'Chidi', lastname: 'Okafor' }],
  ])('%s', async (_, name) => {
    const person = newPerson();
    const browser = await join({ ...person, ...CHIDI });
    await bar(browser);
    expect(await readRefusals(await join({ ...person, phone: newPhone(), ...name }, browser))).toEqual(NOT_STOPPED);
  });
});
