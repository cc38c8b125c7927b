/** The changes of the games area that may wait in the outbox. */
import * as z from '../zod';

const members = z.record(z.string(), z.unknown());

/** Members as in `pages/admin/games/edit`; the platform looks at each. */
export const gameEdit = z.object({ gameId: z.string(), name: z.string(), version: z.number(), base: members, patch: members });
export const gameOrder = z.object({ version: z.number(), order: z.array(z.string()) });
