import { describe, expect, it } from 'vitest';
import { areAnswers, bandOf, POINTS, QUESTIONS } from '../../../src/core/self-test';
import { NEXT_STEPS, TOOLS } from '../../../src/pages/responsible-gambling/tools';
import { words } from '../../../src/pages/responsible-gambling/words';

const withPoints = (points: number) => Array.from({ length: QUESTIONS }, (_, at) => Math.max(0, Math.min(3, points - 3 * at)));

describe('the self-test', () => {
  it.each([[0, 'none'], [1, 'low'], [2, 'low'], [3, 'some'], [7, 'some'], [8, 'strong'], [27, 'strong']] as const)('of %i points says %s', (points, band) => {
    const answers = withPoints(points);
    expect(answers.reduce((sum, each) => sum + each, 0)).toBe(points);
    expect(bandOf(answers)).toBe(band);
  });

  it('has nine questions and four answers in words, and steps that exist for every result', () => {
    expect(words.questions).toHaveLength(QUESTIONS);
    expect(words.answers).toHaveLength(POINTS.length);
    for (const names of Object.values(NEXT_STEPS)) for (const name of names) expect(TOOLS[name].to).toMatch(/^[/#]/);
    expect(NEXT_STEPS.strong[0]).toBe('exclusion');
  });

  it('takes stored answers only where they are its own', () => {
    expect(areAnswers(withPoints(5))).toBe(true);
    const wrong = [[], [1, 2], Array<number>(9).fill(4), Array<number>(9).fill(0.5), Array<number>(10).fill(0)];
    for (const answers of wrong) expect(areAnswers(answers)).toBe(false);
  });
});
