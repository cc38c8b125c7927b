/**
 * A self-test with nine questions about the last twelve months, scored like the public problem gambling severity index:
 * 0 to 3 points each. Pure.
 */
import * as z from './zod';

export const QUESTIONS = 9;
/** Points of "never", "sometimes", "often" and "almost always". */
export const POINTS = [0, 1, 2, 3] as const;
export type Points = (typeof POINTS)[number];

/** `none`: 0 points · `low`: 1 or 2 · `some`: 3 to 7 · `strong`: 8 and more. */
export type Band = 'none' | 'low' | 'some' | 'strong';

export function bandOf(answers: readonly number[]): Band {
  const points = answers.reduce((sum, each) => sum + each, 0);
  if (points >= 8) return 'strong';
  if (points >= 3) return 'some';
  return points > 0 ? 'low' : 'none';
}

/** Returns true if stored answers belong to this test. */
export function areAnswers(answers: readonly number[]): boolean {
  return answers.length === QUESTIONS && answers.every((each) => POINTS.some((points) => points === each));
}

/** The answers as a device stores them. */
export const selfTest = z.object({
  /** One for each question, in their order. */
  answers: z.readonly(z.array(z.number())).check(z.refine(areAnswers)),
  /** Epoch ms. */
  at: z.number(),
});
export type SelfTest = z.infer<typeof selfTest>;
