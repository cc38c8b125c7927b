/** `npm run secrets:rotate`: a new secret is used from then on, and what was made with the old one goes on until its time is over. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPuzzle, readSolvedBits } from '../../server/accounts/puzzle';
import { findPayoutAccount } from '../../server/cashier/withdrawals/bank-accounts/payout-accounts';
import { readFieldKeys } from '../../server/field-key-file';
import { fieldKeyId } from '../../server/field-keys';
import { readAntiForgerySecret } from '../../server/http/anti-forgery';
import { RETIRE_AFTER_MS, sealFields } from '../../server/seal-fields';
import { createSeedKeys } from '../../server/seed-keys';
import { ANTI_FORGERY_KEPT_MS, ROTATIONS, SEED_KEY_WAIT_MS } from '../../server/tools/secrets/rotate';
import type { RotationDeps } from '../../server/tools/secrets/rotate';
import { postConsent } from '../../src/core/contract/consents';
import { TEST_FIELD_KEY, readAccountNumbers } from '../support/field-keys';
import type { TestClient } from '../support/http-client';
import { runBuiltCommand, runOperatorCommand } from '../support/operator-command';
import { testPlatform } from '../support/platform';
import type { TestPlatform } from '../support/platform';
import { TEST_SEED_KEY } from '../support/seed-keys';
import { GTBANK, paidPlayer } from '../support/withdrawals';

let site: TestPlatform;
let folder: string;
let env: Readonly<Record<'DATABASE_URL' | 'DATA_DIR' | 'FIELD_KEY_FILE' | 'SEED_KEY_FILE', string>>;
let deps: RotationDeps;
beforeAll(async () => {
  site = await testPlatform();
  folder = await mkdtemp(path.join(tmpdir(), 'ayo-secrets-'));
  const file = async (name: string, key: Buffer): Promise<string> => {
    const place = path.join(folder, name);
    await writeFile(place, `# of the tests\n${key.toString('hex')}\n`, { mode: 0o600 });
    return place;
  };
  env = {
    DATABASE_URL: site.database.databaseUrl, DATA_DIR: folder, FIELD_KEY_FILE: await file('field-keys', TEST_FIELD_KEY), SEED_KEY_FILE: await file('seed-keys', TEST_SEED_KEY),
  };
  deps = {
    config: { dataDir: folder, fieldKeyFile: env.FIELD_KEY_FILE, seedKeyFile: env.SEED_KEY_FILE },
    pool: site.pool, now: () => site.platform.now(), randomBytes,
  };
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
});

const rotate = (name: string): Promise<string> => ROTATIONS[name]?.rotate(deps) ?? Promise.reject(new Error(name));
const drop = (name: string): Promise<string> => ROTATIONS[name]?.drop?.(deps) ?? Promise.reject(new Error(name));
const linesOf = async (file: string): Promise<string[]> => (await readFile(file, 'utf8')).split('\n').filter((line) => /^[0-9a-f]{64}$/.test(line));
const modeOf = async (file: string): Promise<string> => ((await stat(file)).mode & 0o777).toString(8);

/** Makes a call that changes something, with the token that the browser has. */
const change = async (client: TestClient, baseUrl = site.baseUrl): Promise<number> => {
  const { method, path: route } = postConsent;
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const { status } = await fetch(`${baseUrl}/api${route.replace(':userId', client.session?.userId ?? '')}`, {
    method,
    body: '{}',
    headers: {
      cookie, origin: baseUrl, 'content-type': 'application/json', 'x-sessionid': client.session?.sessionId ?? '', 'x-xsrf-token': client.cookies.get('XSRF-TOKEN') ?? '',
    },
  });
  return status;
};
const REFUSED = 403;

describe('rotating the key of the anti-forgery tokens', () => {
  it('lets sessions from before go on, signs new ones with the new key in every process, and drops the old key after its time', async () => {
    const before = await site.signUp();
    const other = await testPlatform({ database: site.database });
    try {
      expect(await change(before)).not.toBe(REFUSED);
      const old = await readAntiForgerySecret(site.pool, site.platform);
      expect(await rotate('anti-forgery')).toContain('accepted until');
      const rotated = await readAntiForgerySecret(site.pool, site.platform);
      expect([rotated.current.equals(old.current), rotated.previous]).toEqual([false, old.current]);

      // One process has read the new key at its start, the others run on.
      const restarted = await testPlatform({ database: site.database });
      try {
        expect(await change(before, restarted.baseUrl)).not.toBe(REFUSED);
        const after = await restarted.signUp();
        await expect.poll(() => change(after), { timeout: 10_000 }).not.toBe(REFUSED);
        expect(await change(after, restarted.baseUrl)).not.toBe(REFUSED);
      } finally {
        await restarted.close();
      }
      site.pass(ANTI_FORGERY_KEPT_MS);
      expect((await readAntiForgerySecret(site.pool, site.platform)).previous).toBeNull();
    } finally {
      await other.close();
    }
  });
});

describe('rotating the key of puzzles', () => {
  it('takes a puzzle that was being solved meanwhile, for as long as any puzzle is good', async () => {
    const purpose = { kind: 'sign-up', subject: 'somebody' };
    const { puzzle } = await createPuzzle(site.platform, purpose, 1);
    await rotate('puzzle');
    // Every second answer solves a puzzle of one bit.
    const bitsOfAnswers = () => Promise.all(Array.from({ length: 40 }, (_, answer) => readSolvedBits(site.platform, purpose, { puzzle, answer })));
    expect(Math.max(...(await bitsOfAnswers()))).toBe(1);
    await rotate('puzzle');
    expect(Math.max(...(await bitsOfAnswers()))).toBe(0);
  });
});

describe('rotating the field keys', () => {
  it('adds a key for its owner alone, seals with it at once, retires the old one, and drops it only then', async () => {
    const player = await paidPlayer(site);
    const [number = ''] = await readAccountNumbers(site.pool, player.userId);
    const running = await readFieldKeys(deps.config, deps);
    const inode = (await stat(env.FIELD_KEY_FILE)).ino;
    const { code, stdout, stderr } = await runOperatorCommand('secrets:rotate', ['field-keys'], env);
    expect([code, stderr]).toEqual([0, '']);
    const keys = await linesOf(env.FIELD_KEY_FILE);
    const newId = fieldKeyId(Buffer.from(keys[1] ?? '', 'hex'));
    expect([keys.length, keys[0], await modeOf(env.FIELD_KEY_FILE)]).toEqual([2, TEST_FIELD_KEY.toString('hex'), '600']);
    expect(stdout).toContain(newId);
    expect([...keys].filter((key) => stdout.includes(key))).toEqual([]);
    // The file was replaced as a whole, so that no reader ever has a half of it.
    expect((await stat(env.FIELD_KEY_FILE)).ino).not.toBe(inode);
    expect(await drop('field-keys')).toContain('Every key');

    const platform = { ...site.platform, fieldKeys: running };
    site.pass(RETIRE_AFTER_MS);
    await site.pool.query('UPDATE field_key SET first_used_at = $1 WHERE key_id = $2', [new Date(site.platform.now().getTime() - RETIRE_AFTER_MS), newId]);
    expect((await runBuiltCommand('doctor', [], env)).stdout).toContain('WARNING sealed fields: a rotation goes on');
    expect(await sealFields(platform)).toMatchObject({ broken: 0, retired: [fieldKeyId(TEST_FIELD_KEY)] });
    expect(await runBuiltCommand('secrets:rotate', ['field-keys', '--drop'], env)).toMatchObject({ code: 0, stdout: expect.stringContaining('1 key was dropped') });
    expect(await linesOf(env.FIELD_KEY_FILE)).toEqual([keys[1]]);
    const started = await readFieldKeys(deps.config, deps);
    expect(await findPayoutAccount(site.pool, started, { bankCode: GTBANK, accountNumber: number })).not.toBeNull();
    const report = (await runBuiltCommand('doctor', [], env)).stdout;
    expect(report).toContain(`sealed fields: key ${newId} seals`);
    expect(report).toMatch(/secrets: .*field-keys is its owner's alone \(mode 600\), changed today/);
    expect(report).toMatch(/sealed fields: the anti-forgery secret stands sealed in the database, made/);
  });

  it('takes a line that an operator has put into the files of all machines before', async () => {
    const key = randomBytes(32);
    const keys = await linesOf(env.FIELD_KEY_FILE);
    await writeFile(env.FIELD_KEY_FILE, [...keys, key.toString('hex'), ''].join('\n'));
    await chmod(env.FIELD_KEY_FILE, 0o600);
    expect(await rotate('field-keys')).toContain(fieldKeyId(key));
    expect(await linesOf(env.FIELD_KEY_FILE)).toEqual([...keys, key.toString('hex')]);
  });
});

describe('rotating the seed keys', () => {
  it('adds a key for new pairs, and drops the old one only when no pair needs it', async () => {
    await rotate('seed-keys');
    const keys = await linesOf(env.SEED_KEY_FILE);
    expect([keys.length, keys[0], await modeOf(env.SEED_KEY_FILE)]).toEqual([2, TEST_SEED_KEY.toString('hex'), '600']);
    expect(await drop('seed-keys')).toContain('Every key');
    // What a process does that was started since then.
    const newId = createSeedKeys([Buffer.from(keys[1] ?? '', 'hex')]).currentId;
    await site.pool.query('INSERT INTO seed_key (key_id, first_used_at) VALUES ($1, $2)', [newId, site.platform.now()]);
    const { rows } = await site.pool.query(`SELECT FROM seed_pair WHERE state <> 'revealed'`);
    expect(rows).toEqual([]);
    // A process that was not restarted yet makes new pairs with the old key, so whoever dropped it now would lose their rounds.
    await expect(drop('seed-keys')).rejects.toThrow('less than a day');
    expect(await linesOf(env.SEED_KEY_FILE)).toEqual(keys);
    site.pass(SEED_KEY_WAIT_MS);
    expect(await drop('seed-keys')).toContain('1 key was dropped');
  });
});

describe('the command', () => {
  it('says what it can rotate, and why it does not rotate the rest', async () => {
    const says = async (...args: string[]) => (await runBuiltCommand('secrets:rotate', args, env)).stderr;
    expect(await says()).toMatch(/^Usage: npm run secrets:rotate -- NAME \[--drop\], with one of the names seed-keys, field-keys, anti-forgery, puzzle, mailbox\n$/);
    expect(await says('identity')).toContain('rotate field-keys');
    expect(await says('sessions')).toContain('256 random bits');
    expect(await says('mailbox', '--drop')).toContain('dropped by itself');
  });
});
