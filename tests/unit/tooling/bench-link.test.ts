import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Link } from '../../bench/net/link';

/** Fast enough for a test, slow enough that many packets wait for each other. */
const SPEED = { bitsPerSecond: 80_000_000, oneWayMs: 3 };

/** Sends the parts on one flow, and resolves with everything that arrived. */
function sendAll(link: Link, parts: readonly Buffer[]): Promise<Buffer> {
  const flow = link.openFlow();
  const total = parts.reduce((sum, { length }) => sum + length, 0);
  const arrived: Buffer[] = [];
  return new Promise((done) => {
    let bytes = 0;
    for (const part of parts) {
      flow.send(part, 0, (packet) => {
        arrived.push(packet);
        bytes += packet.length;
        if (bytes === total) done(Buffer.concat(arrived));
      });
    }
  });
}

describe('the slow line of the bench', () => {
  it('brings every byte of every connection, in order', async () => {
    const link = new Link(SPEED);
    const sent = Array.from({ length: 4 }, () => Array.from({ length: 30 }, (_, n) => randomBytes(200 * n + 1)));
    const received = await Promise.all(sent.map((parts) => sendAll(link, parts)));
    received.forEach((bytes, n) => expect(bytes.equals(Buffer.concat(sent[n] ?? []))).toBe(true));
    expect(link.sentBytes).toBe(sent.flat().reduce((sum, { length }) => sum + length, 0));
  });

  it('lets connections take turns: a short message does not wait for the end of a long one', async () => {
    const link = new Link(SPEED);
    const order: string[] = [];
    const long = sendAll(link, [randomBytes(400_000)]).then(() => order.push('long'));
    const short = sendAll(link, [randomBytes(10)]).then(() => order.push('short'));
    await Promise.all([long, short]);
    expect(order).toEqual(['short', 'long']);
  });

  it('forgets what a closed connection had not sent yet', async () => {
    const link = new Link(SPEED);
    const flow = link.openFlow();
    flow.send(randomBytes(1000), 60_000, () => expect.unreachable('it was never sent'));
    flow.close();
    await sendAll(link, [randomBytes(10)]);
    expect(link.sentBytes).toBe(10);
  });
});
