/** The secret of an admin stays in the browser for as long as the platform may have its commit: without the secret the draw is not held. */
import 'fake-indexeddb/auto';
import { beforeEach, expect, it, vi } from 'vitest';
import { commitToDraw, storedDrawSecret, newDrawSecret } from '../../../src/bridge/actions/draw-commits';
import type { AdminDraw } from '../../../src/bridge/actions/draw-commits';
import type { ProblemCode } from '../../../src/core/contract/problem';
import { secretCommitOf } from '../../../src/core/draw-secret';
import { failure } from '../../../src/core/errors';
import { emptyBrowser } from '../data/support';

const { callAsPlayer } = vi.hoisted(() => ({ callAsPlayer: vi.fn() }));
vi.mock('../../../src/bridge/index', async () => {
  const { createDatabase } = await import('../../../src/data/database');
  return { callAsPlayer, database: createDatabase() };
});

const DRAW = { drawId: 'of-this-week', attempt: 1 } as AdminDraw;
const refusal = (status: number, code: ProblemCode) =>
  failure(status < 500 ? 'bad-request' : 'bad-response', { status, retryable: status >= 429, problem: { title: code, status, code } });

beforeEach(emptyBrowser);

it.each([
  ['the connection is lost', failure('network')],
  ['the platform is busy', refusal(503, 'unavailable')],
  ['there were too many calls', refusal(429, 'too-many-requests')],
  ['the session has ended', refusal(401, 'session-ended')],
  ['the password is asked for', refusal(403, 'password-needed')],
])('a secret stays where %s, because an earlier try may have brought its commit', async (_, answer) => {
  const secret = newDrawSecret();
  callAsPlayer.mockResolvedValueOnce(failure('timeout')).mockResolvedValueOnce(answer);
  await commitToDraw(DRAW, secret);
  await commitToDraw(DRAW, secret);
  expect(await storedDrawSecret(secretCommitOf(secret))).toBe(secret);
});

it.each([refusal(409, 'conflict'), refusal(403, 'not-counted'), refusal(404, 'not-found'), refusal(400, 'validation')])(
  'a secret whose commit the platform does not take is not kept: $error.problem.code',
  async (answer) => {
    const secret = newDrawSecret();
    callAsPlayer.mockResolvedValueOnce(answer);
    await commitToDraw(DRAW, secret);
    expect(await storedDrawSecret(secretCommitOf(secret))).toBeNull();
  },
);
