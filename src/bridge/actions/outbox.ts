/** Things that may wait for a connection; see `outbox/queue.ts`. Never money: that has intents. */
import { bridge } from '../index';
import { queueOf } from '../outbox/queue';

export type { Queued } from '../outbox/queued';

export const { queue, drop: dropFromOutbox } = queueOf(bridge);
