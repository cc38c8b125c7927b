/** An excluded player who writes the name in another way and plays on in the same browser, with another phone. Over HTTP. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fillSearchKeys } from '../../server/lookalikes';
import { secretHash } from '../../server/secrets';
import { patchDetails } from '../../src/core/contract/details';
import { paramsOf } from '../support/http-client';
import { IDENTITY_REFUSALS, makeLookalikes, NO_REFUSALS } from '../support/lookalikes';
import { newPhone } from '../support/phones';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { makePlayer } from '../support/players';

let site: TestPlatform;
beforeAll(async () => {
  site = await testPlatform();
});
afterAll(() => site.close());
// An hour passes before each test, because opening many accounts within an hour costs puzzles.
beforeEach(() => site.pass(3_600_000));

const { newPerson, join, bar, verify, readRefusals } = makeLookalikes(() => site);
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
    expect(await readRefusals(await join({ ...person, phone: newPhone(), ...CHIDI, ...change }, browser))).toEqual(IDENTITY_REFUSALS);
  });

  it('by another name and date of birth at the sign-up, where the name is changed to the own one after it', async () => {
    const browser = await join({ ...newPerson(), ...CHIDI });
    await bar(browser);
    const next = await join({ ...newPerson(), firstname: 'Musa', lastname: 'Bello' }, browser);
    expect(await readRefusals(next)).toEqual(NO_REFUSALS);
    const changed = await next.call(patchDetails, { params: paramsOf(next), key: randomUUID(), headers: { 'if-match': '"1"' }, body: CHIDI });
    expect(changed.status).toBe(200);
    expect(await readRefusals(next)).toEqual(IDENTITY_REFUSALS);
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
    expect(await readRefusals(await join({ ...person, ...CHIDI }, browser))).toEqual(IDENTITY_REFUSALS);
  });
});

const OTHER_NAMES = [
  ['another name', { firstname: 'Musa', lastname: 'Bello' }],
  ['a middle name for the last name', { firstname: 'Chidi', lastname: 'Nkechi' }],
  ['all names in the first name', { firstname: 'OkaforabcChidi', lastname: 'Nkechi' }],
  ['another last name', { firstname: 'Chidi', lastname: 'Okaforabd' }],
  ['an Armenian letter', { firstname: 'Chidi', lastname: 'Okafօrabc' }],
  ['a digit for a letter', { firstname: 'Chidi', lastname: '0kaforabc' }],
] as const;

describe('nobody who is excluded plays on with the same birthday in the same browser, with another phone and', () => {
  it.each(OTHER_NAMES)('%s, also not with a NIN of that name', async (_, name) => {
    const person = newPerson();
    const browser = await join({ ...person, ...CHIDI });
    await bar(browser);
    const next = await join({ ...person, phone: newPhone(), ...name }, browser);
    expect(await readRefusals(next)).toEqual(IDENTITY_REFUSALS);
    await verify(next);
    expect(await readRefusals(next)).toEqual(IDENTITY_REFUSALS);
  });
});

it('nobody who is excluded plays on under the same name in the same browser with another date of birth and phone', async () => {
  const browser = await join({ ...newPerson(), ...CHIDI });
  await bar(browser);
  expect(await readRefusals(await join({ ...newPerson(), ...CHIDI, firstname: 'Chidi Emeka' }, browser))).toEqual(IDENTITY_REFUSALS);
});

describe('nobody is asked who they are because somebody uses the same browser and', () => {
  it.each([
    ['has another name', { firstname: 'Musa', lastname: 'Bello' }],
    ['has the same last name, as a brother has', { firstname: 'Emeka', lastname: 'Okaforabc' }],
    ['has one name in common, twice', { firstname: 'Chidi', lastname: 'Chidi' }],
  ])('%s, and another birthday', async (_, name) => {
    const browser = await join({ ...newPerson(), ...CHIDI });
    await bar(browser);
    expect(await readRefusals(await join({ ...newPerson(), ...name }, browser))).toEqual(NO_REFUSALS);
  });

  it('has the same last name and phone, as a sister has, and another birthday', async () => {
    const person = newPerson();
    const browser = await join({ ...person, ...CHIDI });
    await bar(browser);
    expect(await readRefusals(await join({ ...newPerson(), phone: person.phone, firstname: 'Ngozi', lastname: 'Okaforabc' }, browser))).toEqual(NO_REFUSALS);
  });
});

describe('twins with one phone and one browser', () => {
  const TAIWO = { firstname: 'Taiwo', lastname: 'Okaforabc' };

  it('each play on once both have shown a NIN, whichever of them takes a break', async () => {
    const person = newPerson();
    const username = `taiwo${newPhone().slice(-8)}`;
    const browser = await join({ ...person, ...TAIWO, username });
    expect(await verify(browser)).toBe(null);
    const kehinde = await join({ ...person, firstname: 'Kehinde', lastname: 'Okaforabc' }, browser);
    expect(await readRefusals(kehinde)).toEqual(IDENTITY_REFUSALS);
    expect(await verify(kehinde)).toBe(null);
    expect(await readRefusals(kehinde)).toEqual(NO_REFUSALS);
    await bar(kehinde);
    expect(await readRefusals(await site.signIn(username))).toEqual(NO_REFUSALS);
  });
});
