/** Changes that may wait for a connection; see `outbox/queue.ts`. Money never does: it has intents. */
import { bridge } from '../index';
import { queueOf } from '../outbox/queue';

export type { QueueResult } from '../outbox/queue-result';

export const { queue, drop: dropFromOutbox } = queueOf(bridge);
