/** One way of a network: a TCP port that leads to another one, and that can be cut so that nothing arrives any more, in either direction. */
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface Link {
  readonly port: number;
  /** From now on nothing passes, not even the end of a connection: both sides wait, as for a network whose cable was pulled. */
  cut(): void;
  /** Lets what waits arrive, on the connections that were open before, too. */
  mend(): void;
  close(): Promise<void>;
}

interface Passage {
  readonly ends: readonly [Socket, Socket];
  hasEnded: boolean;
}

export async function openLink(targetPort: number): Promise<Link> {
  const passages = new Set<Passage>();
  let isCut = false;

  const flow = ({ ends: [near, far] }: Passage): void => {
    near.pipe(far);
    far.pipe(near);
  };
  const hold = ({ ends: [near, far] }: Passage): void => {
    for (const [from, to] of [[near, far], [far, near]] as const) {
      from.unpipe(to);
      from.pause();
    }
  };
  const end = (passage: Passage): void => {
    passage.hasEnded = true;
    if (isCut) return;
    for (const each of passage.ends) each.destroy();
    passages.delete(passage);
  };

  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    const passage: Passage = { ends: [near, far], hasEnded: false };
    passages.add(passage);
    for (const each of passage.ends) {
      each.setNoDelay(true);
      each.on('error', () => undefined);
      each.once('close', () => end(passage));
    }
    if (isCut) hold(passage);
    else flow(passage);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    port,
    cut: () => {
      isCut = true;
      for (const passage of passages) hold(passage);
    },
    mend: () => {
      isCut = false;
      for (const passage of passages) {
        if (passage.hasEnded) end(passage);
        else flow(passage);
      }
    },
    close: async () => {
      isCut = false;
      for (const passage of passages) end(passage);
      server.close();
      await once(server, 'close');
    },
  };
}
