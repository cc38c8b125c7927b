import { afterEach, describe, expect, it } from 'vitest';
import { legalLine, missingFacts, operator } from '../../../src/core/brand';

const shipped = { ...operator };
afterEach(() => void Object.assign(operator, shipped));

describe('the sentences that say who runs the site', () => {
  it('leave out what the operator has not filled in', () => {
    Object.assign(operator, { legalName: '[registered name of the operator]', licence: '[licence number and licensing body]' });
    expect(legalLine()).toBe('');
    expect(legalLine('number 17')).toBe('Licence: number 17.');
    expect(missingFacts()).toContain('[registered name of the operator]');
  });

  it('name the operator and its licence, or that of the player’s place', () => {
    Object.assign(operator, { legalName: 'Ayo Games Ltd', licence: 'number 1' });
    expect(legalLine()).toBe('Ayo is run by Ayo Games Ltd. Licence: number 1.');
    expect(legalLine('number 17')).toBe('Ayo is run by Ayo Games Ltd. Licence: number 17.');
    expect(missingFacts()).not.toContain('Ayo Games Ltd');
  });
});
