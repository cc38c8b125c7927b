/** The platform's processes and the players of a run. */
import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import type { WriteStream } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type pg from 'pg';
import { buildServer } from '../../server/tools/build';
import { makeCashier } from '../support/deposits';
import { TEST_FIELD_KEY } from '../support/field-keys';
import { TEST_SEED_KEY } from '../support/seed-keys';
import { makeSignedInPlayer } from '../support/signed-in-players';
import type { SignedInPlayer } from '../support/signed-in-players';
import { CACHE, ROOT } from '../support/stages.mjs';
import { endChild, hasEnded } from './processes';
import type { OnStop } from './stop';
import { until } from './wait';

export interface Platforms {
  /** Returns a line for each process that has ended, which no failover may bring about. */
  findEnded(): string[];
}

/** Builds the platform, and starts a process of it at each port; resolves once they listen. Their logs are in `folder`. */
export async function startPlatforms(folder: string, databaseUrl: string, ports: readonly number[], onStop: OnStop): Promise<Platforms> {
  const platforms: { readonly name: string; readonly child: ChildProcess }[] = [];
  await mkdir(CACHE, { recursive: true });
  const bundle = await mkdtemp(path.join(CACHE, 'failover-'));
  onStop(() => rm(bundle, { recursive: true, force: true }));
  await buildServer(bundle);
  const seedKeyFile = path.join(folder, 'seed-keys');
  await writeFile(seedKeyFile, `${TEST_SEED_KEY.toString('hex')}\n`, { mode: 0o600 });
  const fieldKeyFile = path.join(folder, 'field-keys');
  await writeFile(fieldKeyFile, `${TEST_FIELD_KEY.toString('hex')}\n`, { mode: 0o600 });
  for (const [at, port] of ports.entries()) {
    const name = `ayo-${at + 1}`;
    const dataDir = path.join(folder, name);
    await mkdir(dataDir);
    const log = createWriteStream(path.join(folder, `${name}.log`));
    const env = {
      PATH: process.env['PATH'] ?? '', HOME: dataDir, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, SEED_KEY_FILE: seedKeyFile, FIELD_KEY_FILE: fieldKeyFile,
      TRUST_PROXY: '127.0.0.1', PORT: String(port),
    };
    const start = (): PlatformChild => startPlatform(path.join(bundle, 'main.js'), env, log);
    let platform = start();
    onStop(() => endChild(platform.child, 'SIGTERM'));
    await until(`${name} listens`, () => {
      // A start that loses the database ends, and systemd starts the next.
      if (hasEnded(platform.child)) platform = start();
      return platform.isListening();
    });
    platforms.push({ name, child: platform.child });
  }
  return { findEnded: () => platforms.filter(({ child }) => hasEnded(child)).map(({ name }) => `${name} ended; see ${name}.log`) };
}

interface PlatformChild {
  readonly child: ChildProcess;
  isListening(): boolean;
}

function startPlatform(program: string, env: Readonly<Record<string, string>>, log: WriteStream): PlatformChild {
  const child = spawn(process.execPath, [program], { cwd: ROOT, detached: true, stdio: ['ignore', 'pipe', 'pipe'], env });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => void (text += chunk.toString()));
  for (const stream of [child.stdout, child.stderr]) stream.pipe(log, { end: false });
  return { child, isListening: () => /^Ayo is at /m.test(text) };
}

/** Makes players whose money came by deposits, because an invariant would close money otherwise. */
export async function makePlayers(pool: pg.Pool, count: number): Promise<readonly SignedInPlayer[]> {
  const cashier = makeCashier(pool);
  const players: SignedInPlayer[] = [];
  while (players.length < count) {
    const player = await makeSignedInPlayer(pool);
    // An amount that ends in .01 is paid at once.
    const { reference } = await cashier.start(player.userId, 1_000_000.01);
    await cashier.notify(cashier.notificationBody(reference));
    players.push(player);
  }
  return players;
}

export interface Playing {
  /** The witness's file. */
  readonly file: string;
  /** Counts the acknowledged calls so far. */
  acknowledged(): number;
  /** Lets the players learn what became of everything, and waits for that. */
  end(): Promise<void>;
}

/** Lets the players play and pay, in a process of their own. */
export function startPlayers(url: string, players: readonly SignedInPlayer[], folder: string, onStop: OnStop): Playing {
  const file = path.join(folder, 'witness.jsonl');
  const child = spawn(process.execPath, ['--import', 'tsx', path.join(ROOT, 'tests/failover/players.ts'), url, JSON.stringify(players), file], {
    cwd: ROOT, detached: true, stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  onStop(() => endChild(child, 'SIGKILL'));
  let count = 0;
  child.on('message', (message) => {
    if (typeof message === 'number') count = message;
  });
  return {
    file,
    acknowledged: () => count,
    end: async () => {
      child.send('end');
      await until('the players know what became of everything', () => hasEnded(child));
      if (child.exitCode !== 0) throw new Error('The players ended with an error.');
    },
  };
}
