/** The frames of a round of each game in practice, from the press until its result has been celebrated. */
import type { Browser, Page } from '@playwright/test';
import { isBelow, timeLine } from './table';
import type { Line, Table } from './table';
import { newVisitor, slowPage } from './visit';

const GAMES = ['adire-gold', 'blackjack', 'dice', 'mines', 'plinko', 'roulette'] as const;
/** A phone slower than that of the other measurements. */
const SLOWDOWN = 6;
/** The first round of a page draws and compiles what the others find ready; both are counted. */
const ROUNDS = 2;
/** At 60 frames a second one takes 16.7 ms. */
const FRAME_MS = 20;
const BUDGET = 0.95;
/** Longer than a win counts up. */
const CELEBRATION_MS = 1_000;
const IDLE_FRAMES = 240;
const ROUND_LIMIT_MS = 60_000;
/** The time between two looks whether the round waits for a press or is over. */
const LOOK_MS = 100;

/** Presses what the round waits for, and returns the length of every frame in milliseconds. Runs in the page. */
function playRound([celebrationMs, limitMs, lookMs]: readonly [number, number, number]): Promise<number[]> {
  return new Promise((resolve, reject) => {
    const frames: number[] = [];
    let before: number | null = null;
    let endedAt: number | null = null;
    const pressNext = () => {
      const moves = document.querySelectorAll<HTMLElement>('.act:not([aria-disabled])');
      // The second move of blackjack is to stand.
      const next = moves[1] ?? moves[0] ?? document.querySelector<HTMLElement>('.mines-cell[data-cell="closed"]:not([aria-disabled])');
      next?.click();
    };
    // Not in each frame, because looking takes a slow processor some of the frame.
    const looks = setInterval(() => {
      const isOver = document.querySelector('.spin:is([data-kind="ready"], [data-kind="resting"], [data-kind="stake"])') !== null;
      endedAt ??= isOver && frames.length > 5 ? performance.now() : null;
      if (endedAt === null) pressNext();
    }, lookMs);
    const onFrame = (now: number) => {
      if (before !== null) frames.push(now - before);
      before = now;
      const isCelebrated = endedAt !== null && now - endedAt > celebrationMs;
      if (!isCelebrated && now - startedAt < limitMs) return void requestAnimationFrame(onFrame);
      clearInterval(looks);
      if (isCelebrated) resolve(frames);
      else reject(new Error('The round did not end.'));
    };
    const startedAt = performance.now();
    document.querySelector<HTMLElement>('.spin')?.click();
    requestAnimationFrame(onFrame);
  });
}

async function recordGame(page: Page, url: string, gameId: string): Promise<readonly number[]> {
  const frames: number[] = [];
  await page.goto(`${url}/game/${gameId}`);
  for (let nth = 0; nth < ROUNDS; nth += 1) {
    if (gameId === 'roulette') await page.getByRole('button', { name: /^Red, pays/ }).click();
    await page.locator('.spin[data-kind="ready"]').waitFor();
    frames.push(...(await page.evaluate(playRound, [CELEBRATION_MS, ROUND_LIMIT_MS, LOOK_MS] as const)));
  }
  return frames;
}

/** Measures the frames of a page on which nothing happens, to know how fast the machine itself is now. Runs in the page. */
function idleFrames(count: number): Promise<number[]> {
  return new Promise((resolve) => {
    const times: number[] = [];
    const onFrame = (now: number) => {
      times.push(now);
      if (times.length > count) resolve(times.slice(1).map((time, at) => time - (times[at] ?? time)));
      else requestAnimationFrame(onFrame);
    };
    requestAnimationFrame(onFrame);
  });
}

function figureOf(frames: readonly number[]): { readonly share: number; readonly text: string } {
  const share = frames.filter((ms) => ms < FRAME_MS).length / frames.length;
  return { share, text: `${(100 * share).toFixed(1)} % of ${frames.length}, the longest ${Math.round(Math.max(...frames))} ms` };
}

function lineOf(gameId: string, frames: readonly number[]): Line {
  const { share, text } = figureOf(frames);
  return timeLine(`${gameId}: frames under ${FRAME_MS} ms`, text, `≥ ${100 * BUDGET} %`, isBelow(share, BUDGET));
}

export async function measureGameFrames(browser: Browser, url: string): Promise<Table> {
  const lines: Line[] = [];
  const empty = await newVisitor(browser);
  try {
    const page = await slowPage(empty, SLOWDOWN);
    lines.push(timeLine('floor: a page on which nothing happens', figureOf(await page.evaluate(idleFrames, IDLE_FRAMES)).text));
  } finally {
    await empty.close();
  }
  for (const gameId of GAMES) {
    const visitor = await newVisitor(browser);
    try {
      lines.push(lineOf(gameId, await recordGame(await slowPage(visitor, SLOWDOWN), url, gameId)));
    } finally {
      await visitor.close();
    }
  }
  return [`${ROUNDS} rounds of each game, processor slowed ${SLOWDOWN} ×`, lines];
}
