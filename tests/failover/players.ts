/**
 * The players, in a process of their own. Each plays and pays by turns, as the app does: where an answer is missing or says that nobody knows,
 * the player asks for the key, and sends the same again or closes the key, until it is known what became of it. The process ends after the
 * message `end`, when nothing is open any more.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { closeOperation, createDeposit, getOperation } from '../../src/core/contract/cashier';
import { playRound } from '../../src/core/contract/games';
import { acknowledgeRealityCheck } from '../../src/core/contract/protection';
import type { TestAnswer, TestClient } from '../support/http-client';
import { browserOf } from '../support/signed-in-players';
import type { SignedInPlayer } from '../support/signed-in-players';
import { openWitnessFile } from './witness-file';

/** As in the app: after that an answer is given up. */
const DEADLINE_MS = 20_000;
const AGAIN_MS = 1_000;
/** So many tries are left after the end; then what is open is written down as such. */
const LAST_TRIES = 90;
const BETWEEN_MS = 400;

const [, , url, playersJson, file] = process.argv;
if (url === undefined || playersJson === undefined || file === undefined) throw new Error('Which players?');
// A cast in place of a check, because the run has written it.
const players = JSON.parse(playersJson) as readonly SignedInPlayer[];
const witness = openWitnessFile(file);
const run = { isOver: false };
let keys = 0;
let doneCount = 0;
process.on('message', (message) => {
  if (message === 'end') run.isOver = true;
});

interface Wish {
  readonly kind: 'round' | 'deposit';
  readonly userId: string;
  readonly key: string;
}

function send(client: TestClient, { kind, userId, key }: Wish): Promise<TestAnswer> {
  return kind === 'round'
    ? client.call(playRound, { params: { userId, gameId: 'adire-gold' }, key, body: { stake: 10, currency: 'NGN', bet: {} } })
    : client.call(createDeposit, { params: { userId }, key, body: { method: 'card', amount: 500.01, currency: 'NGN', again: true } });
}

/** Waits for an answer as long as the app does; null where there is none. Writes down what was seen. */
async function answerTo(call: Promise<TestAnswer>, what: string): Promise<TestAnswer | null> {
  const answer = await Promise.race([call.catch(() => null), pause(DEADLINE_MS, 'late' as const)]);
  const seen = answer === null ? 'no connection' : answer === 'late' ? 'no answer in 20 s' : [answer.status, answer.problem?.code].join(' ').trim();
  witness.write({ says: 'seen', at: Date.now(), what: `${what} ${seen}` });
  return answer === 'late' ? null : answer;
}

function recordDone(wish: Wish, text: string): void {
  witness.write({ says: 'done', at: Date.now(), ...wish, text });
  doneCount += 1;
  process.send?.(doneCount);
}

/** Returns the answer that is stored under the key, as text; null where the answer does not say that it is done. */
function storedAnswer({ status, text }: TestAnswer): { readonly status: number; readonly text: string } | null {
  const stored = /^\{"state":"done","answer":\{"status":(\d+),"body":(.*)\}\}$/s.exec(text);
  return status !== 200 || stored === null ? null : { status: Number(stored[1]), text: stored[2] ?? '' };
}

/** Says whether it is known now what became of the wish. */
async function isKnownAfter(client: TestClient, wish: Wish, tries: number): Promise<boolean> {
  const { userId, key } = wish;
  const end = (stored: { readonly status: number; readonly text: string }): true => {
    if (stored.status === 201) recordDone(wish, stored.text);
    else witness.write({ says: 'not done', at: Date.now(), ...wish });
    return true;
  };
  const operation = { params: { userId, key } };
  // First it is sent, and then it is asked for, sent again or closed by turns, as players and the app do.
  const turn = tries === 0 ? 0 : tries % 3;
  if (turn === 1) {
    const asked = await answerTo(client.call(getOperation, operation), 'asked');
    const stored = asked === null ? null : storedAnswer(asked);
    return stored !== null && end(stored);
  }
  if (turn === 2 && tries > 4) {
    const closed = await answerTo(client.call(closeOperation, operation), 'closed');
    const stored = closed === null ? null : storedAnswer(closed);
    return stored !== null && end(stored);
  }
  const answer = await answerTo(send(client, wish), wish.kind);
  if (answer === null) return false;
  if (answer.problem?.code === 'reality-check-due') await client.call(acknowledgeRealityCheck, { params: { userId } }).catch(() => null);
  if (answer.status === 201) return end(answer);
  // A refusal that is the key's answer from now on.
  return answer.status >= 400 && answer.status < 500 && ![401, 429].includes(answer.status) && !['key-running', 'reality-check-due'].includes(answer.problem?.code ?? '')
    && end(answer);
}

/** Tries until it is known what became of the wish. */
async function learn(client: TestClient, wish: Wish): Promise<void> {
  let triesAfterEnd = 0;
  for (let tries = 0; triesAfterEnd < LAST_TRIES; tries += 1) {
    if (await isKnownAfter(client, wish, tries).catch(() => false)) return;
    if (run.isOver) triesAfterEnd += 1;
    await pause(AGAIN_MS);
  }
  witness.write({ says: 'open', at: Date.now(), ...wish });
}

async function play(player: SignedInPlayer): Promise<void> {
  const client = browserOf(player, url ?? '');
  while (!run.isOver) {
    keys += 1;
    const wish: Wish = { kind: keys % 2 === 0 ? 'round' : 'deposit', userId: player.userId, key: `failover-${String(keys).padStart(16, '0')}` };
    await learn(client, wish);
    await pause(BETWEEN_MS);
  }
}

await Promise.all(players.map(play));
witness.close();
process.disconnect();
