/** Starts the platform for the load tests as a process of its own, and shares its players among the clients. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { ROOT } from '../../support/stages.mjs';
import type { Served } from './served';

export const CLIENTS = 16;

export interface ChildProcess {
  /** The first line of its output. */
  readonly line: string;
  stop(): Promise<void>;
}

export async function startChild(file: string, args: readonly string[] = []): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['--import', 'tsx', `tests/bench/platform/${file}`, ...args], {
    cwd: ROOT, stdio: ['pipe', 'pipe', 'inherit'],
  });
  const exit = new Promise<void>((done) => child.once('exit', () => done()));
  const line = await new Promise<string>((done, fail) => {
    createInterface({ input: child.stdout }).once('line', done);
    child.once('exit', () => fail(new Error(`The platform for the load tests (${file}) did not start.`)));
  });
  return {
    line,
    stop: async () => {
      child.stdin.end();
      await exit;
    },
  };
}

/** Starts it with so many players; default: enough for rounds. */
export async function startServed(players?: number): Promise<{ readonly served: Served; stop(): Promise<void> }> {
  const { line, stop } = await startChild('served.ts', players === undefined ? [] : [String(players)]);
  return { served: JSON.parse(line) as Served, stop };
}

/** Returns the player of a client's turn; each client has players of its own. */
export function playerOf({ players }: Served, client: number, turn = 0): Served['players'][number] {
  const player = players[(client + turn * CLIENTS) % players.length];
  if (player === undefined) throw new Error('There are no players.');
  return player;
}
