/** Things that may wait for a connection; see `outbox/queue.ts`. Never money: that has intents. */
import { bridge } from '../index';
import { queueOf } from '../outbox/queue';

export type { QueueResult } from '../outbox/queue-result';

export const { queue, drop: dropFromOutbox } = queueOf(bridge);
