/** A public beacon on this machine, in the HTTP shape of drand, with a clock of its own and every kind of failure that a server can have. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { BeaconConfig } from '../../server/config/draws';

export const TEST_CHAIN = createHash('sha256').update('a chain of the tests').digest('hex');
const GENESIS_MS = Date.parse('2026-11-01T00:00:00.000Z');
const PERIOD_MS = 30_000;

export type BeaconTrouble =
  | 'none' | 'hang' | 'slow-body' | 'status-500' | 'html' | 'truncated' | 'wrong-shape' | 'another-round' | 'forged' | 'odd-signature' | 'huge' | 'redirect' | 'drop';

export interface BeaconServer {
  readonly config: BeaconConfig;
  /** The paths that were asked for, in their order. */
  readonly calls: string[];
  trouble: BeaconTrouble;
  /** The beacon's own clock, in epoch ms. */
  nowMs: number;
  close(): Promise<void>;
}

const sha256Hex = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

/** The round as it is published. A signature has the length of a real one. */
export function beaconRound(round: number): { readonly round: number; readonly signature: string; readonly randomness: string } {
  const signature = `${sha256Hex(`signature ${round}`)}${sha256Hex(`more ${round}`)}`.slice(0, 96);
  return { round, signature, randomness: sha256Hex(Buffer.from(signature, 'hex')) };
}

export async function startBeaconServer(): Promise<BeaconServer> {
  const server = createServer((request, response) => serve(request, response));
  const beacon = { calls: [] as string[], trouble: 'none' as BeaconTrouble, nowMs: GENESIS_MS };

  function serve({ url = '' }: IncomingMessage, response: ServerResponse): void {
    beacon.calls.push(url);
    const [, chain, roundText = ''] = /^\/([0-9a-f]{64})\/public\/(\d+|latest)$/.exec(url) ?? [];
    const newest = Math.floor((beacon.nowMs - GENESIS_MS) / PERIOD_MS) + 1;
    const round = roundText === 'latest' ? newest : Number(roundText);
    if (chain !== TEST_CHAIN || round > newest) return send(response, 404, 'not found');
    fail(beacon.trouble, round, response);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return Object.assign(beacon, {
    config: { urls: [url], chain: TEST_CHAIN, genesisMs: GENESIS_MS, periodMs: PERIOD_MS } as const,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function send(response: ServerResponse, status: number, body: string, headers: Readonly<Record<string, string>> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(body);
}

function fail(trouble: BeaconTrouble, round: number, response: ServerResponse): void {
  const right = beaconRound(round);
  const body = JSON.stringify(right);
  switch (trouble) {
    case 'none':
      return send(response, 200, body);
    case 'hang':
      return;
    case 'slow-body':
      response.writeHead(200);
      response.write(body.slice(0, 20));
      return;
    case 'status-500':
      return send(response, 500, body);
    case 'html':
      return send(response, 200, '<!doctype html><title>Sign in to the network</title>');
    case 'truncated':
      return send(response, 200, body.slice(0, -9));
    case 'wrong-shape':
      return send(response, 200, JSON.stringify({ ...right, round: String(round) }));
    case 'another-round':
      return send(response, 200, JSON.stringify(beaconRound(round - 1)));
    case 'forged':
      return send(response, 200, JSON.stringify({ ...right, randomness: sha256Hex('as somebody likes it') }));
    case 'odd-signature':
      return send(response, 200, JSON.stringify({ ...right, signature: right.signature.slice(1) }));
    case 'huge':
      return send(response, 200, JSON.stringify({ ...right, more: 'x'.repeat(100_000) }));
    case 'redirect':
      return send(response, 302, '', { location: 'http://127.0.0.1:9/' });
    case 'drop':
      response.destroy();
  }
}
