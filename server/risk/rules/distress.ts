/**
 * Words that somebody writes who is not well with play: many ways of saying few things, in English and Pidgin. A person reads the message before
 * anything else happens, so a word too many costs a call, and a word too few may cost a life.
 */
const PHRASES: readonly string[] = [
  'suicid\\w*', 'kill(ing)? my ?self', 'end(ing)? my life', 'end it all', 'want(ed)? to die', 'wan die', 'hurt(ing)? my ?self', 'self[- ]?harm',
  'no reason to live', 'life no (get|dey) meaning',
  'can(’|\'\')?t stop', 'cannot stop', 'no fit stop', 'addict\\w*', 'gambling problem', 'lost everything', 'lost all my money', 'don lose everything',
  'my (house )?rent', 'school fees', 'borrowed money', 'borrow money', 'loan shark', 'sold my', 'hospital bill',
];

/** A pattern of PostgreSQL for one of the phrases, as a text in single quotes takes it. */
export const DISTRESS_PATTERN = `\\y(${PHRASES.join('|')})\\y`;
