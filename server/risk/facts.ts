/** Turns the figures and thresholds of a rule into facts that the desk can show. Pure. */
import type { RiskFact } from '../../src/core/contract/risk';
import { koboToNaira, kobo } from '../../src/core/money';
import type { FigureValue } from './watched-rule';

const isKobo = (name: string): boolean => name.endsWith('Kobo');

function toFact(name: string, value: FigureValue): readonly RiskFact[] {
  if (value === null) return [];
  if (typeof value === 'string') return [{ name, kind: 'text', value }];
  if (typeof value === 'number') return [isKobo(name) ? { name, kind: 'naira', value: koboToNaira(kobo(value)) } : { name, kind: 'number', value }];
  const amounts = isKobo(name) ? value.map((amount) => Math.round(amount / 100).toLocaleString('en-NG')) : value.map(String);
  return [{ name, kind: 'text', value: amounts.join(' · ') }];
}

export const toFacts = (figures: Readonly<Record<string, FigureValue>>): RiskFact[] =>
  Object.entries(figures).flatMap(([name, value]) => toFact(name, value));

/** Thresholds are in naira already. */
export const toThresholds = (thresholds: Readonly<Record<string, number>>): RiskFact[] =>
  Object.entries(thresholds).map(([name, value]) => ({ name, kind: /naira/i.test(name) ? 'naira' : 'number', value }));
