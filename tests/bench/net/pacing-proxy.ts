/**
 * A TCP proxy with the delay and the bandwidth of a mobile network, in both directions and shared by all connections.
 * Throttling of a page would miss the requests of its service worker.
 */
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Link } from './link';
import type { Flow } from './link';

export interface Network {
  readonly name: string;
  readonly bitsPerSecond: number;
  readonly roundTripMs: number;
}

export const SLOW_4G: Network = { name: 'slow 4G', bitsPerSecond: 1_600_000, roundTripMs: 150 };
export const FLAKY_3G: Network = { name: 'flaky 3G', bitsPerSecond: 400_000, roundTripMs: 400 };

/** The bytes that a sender may have under way before it pauses. */
const WINDOW_BYTES = 64 * 1024;

export interface PacingProxy {
  readonly port: number;
  /** Bytes of TCP payload to and from the browser so far, TLS included. */
  readonly upBytes: number;
  readonly downBytes: number;
  /** `cut` ends connections and refuses new ones; `silent` keeps them open and lets nothing through. */
  setState(state: 'open' | 'cut' | 'silent'): void;
  close(): Promise<void>;
}

function forward(from: Socket, to: Socket, flow: Flow, holdMs: () => number, isSilent: () => boolean): void {
  from.on('data', (bytes) => {
    if (isSilent()) return;
    flow.send(bytes, holdMs(), (chunk) => {
      if (!to.destroyed) to.write(chunk);
      if (from.isPaused() && flow.queued < WINDOW_BYTES) from.resume();
    });
    if (flow.queued >= WINDOW_BYTES) from.pause();
  });
}

/** Listens on a free port of this machine in front of `targetPort`. */
export async function startPacingProxy(targetPort: number, { bitsPerSecond, roundTripMs }: Network): Promise<PacingProxy> {
  const speed = { bitsPerSecond, oneWayMs: roundTripMs / 2 };
  const up = new Link(speed);
  const down = new Link(speed);
  const sockets = new Set<Socket>();
  let state: 'open' | 'cut' | 'silent' = 'open';

  function accept(client: Socket): void {
    if (state === 'cut') {
      client.destroy();
      return;
    }
    const server = connect(targetPort, '127.0.0.1');
    const flows = [up.openFlow(), down.openFlow()] as const;
    // On this machine a connection opens at once, but on the line it costs a round trip before the first byte leaves.
    const openAtMs = performance.now() + roundTripMs;
    forward(client, server, flows[0], () => Math.max(0, openAtMs - performance.now()), () => state === 'silent');
    forward(server, client, flows[1], () => 0, () => state === 'silent');
    for (const [socket, other] of [[client, server], [server, client]] as const) {
      socket.setNoDelay(true);
      sockets.add(socket);
      // Browsers close connections with a reset.
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const flow of flows) flow.close();
        other.destroy();
      });
    }
  }

  const listener = createServer(accept);
  await new Promise<void>((done) => listener.listen(0, '127.0.0.1', done));
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (listener.address() as AddressInfo).port,
    get upBytes() {
      return up.sentBytes;
    },
    get downBytes() {
      return down.sentBytes;
    },
    setState: (next) => {
      state = next;
      if (next === 'cut') hangUp();
    },
    close: async () => {
      hangUp();
      await new Promise<void>((done) => listener.close(() => done()));
    },
  };
}
