/** The texts about flags and rules. Pure. */
import type { RiskFact } from '../../../core/contract/risk';
import { entryOf } from '../../../core/words/is-key-of';
import { nairaText } from '../desk/amount-text';
import { words } from './words';

/** A newer platform may have rules that this page has no words for. Such a rule keeps its name. */
export const ruleName = (rule: string): string => entryOf(words.ruleNames, rule) ?? rule;

export const factName = (name: string): string => entryOf(words.factNames, name) ?? name;

export function factText({ kind, value }: RiskFact): string {
  if (typeof value === 'string') return value;
  return kind === 'naira' ? nairaText(value) : value.toLocaleString('en-NG');
}

export const eventName = (what: string): string => entryOf(words.events, what) ?? what;
