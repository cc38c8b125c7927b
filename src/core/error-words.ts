/** The words for people of every way a call can fail, in one map. */
import type { ProblemCode } from './contract/problem';
import type { CallError, CallErrorCode } from './errors';
import { catalogue } from './words/catalogue';
import { isKeyOf } from './words/is-key-of';

export const words = catalogue('core/error-words', {
  /** Each says what happened and what to do now. The platform's own `detail` comes before these where there is one. */
  problem: {
    'bad-request': 'Something was wrong with this request. Reload the page and try again.',
    validation: 'Please check the marked fields.',
    unauthorised: 'Sign in to continue.',
    'session-ended': 'You were signed out. Sign in again to continue.',
    'binding-missing': 'This browser was not used to sign in. Sign in again to continue.',
    'password-needed': 'Enter your password to continue.',
    forbidden: 'Your account is not allowed to do this.',
    'anti-forgery': 'This page was open for too long. Try again.',
    'cross-site': 'This request came from another site, so we refused it.',
    'not-found': 'This is no longer here.',
    'method-not-allowed': 'Something was wrong with this request. Reload the page.',
    conflict: 'This was changed at the same time. Reload and try again.',
    'version-conflict': 'This was changed on another device. Compare and save again.',
    'too-large': 'This is too large to send.',
    'unsupported-media-type': 'Something was wrong with this request. Reload the page.',
    'too-many-requests': 'Too many tries. Wait a moment.',
    'proof-of-work': 'We are very busy right now. Try again in a moment.',
    'key-missing': 'Something was wrong with this request. Reload the page.',
    'key-reused': 'This was already sent with other details. Start again.',
    'key-running': 'We are still working on this.',
    'key-closed': 'This never reached us, and it was called off.',
    'invalid-credentials': 'The username or password is wrong.',
    'email-taken': 'This e-mail already has an account. Sign in, or reset your password.',
    'username-taken': 'This username is taken. Choose another.',
    'name-verified': 'Your name was checked and can’t be changed here.',
    'under-age': 'You must be 18 or over.',
    'weak-password': 'This password is too easy to guess. Choose another.',
    'token-invalid': 'This link was used already or has expired. Ask for a new one.',
    'email-not-activated': 'Confirm your e-mail first: open the link we sent you.',
    'insufficient-funds': 'You don’t have enough money for this.',
    'limit-exceeded': 'This is over one of the limits you set.',
    'turnover-needed': 'You can withdraw a deposit once you have played it.',
    'bonus-would-end': 'This would end your bonus. Confirm that first.',
    'reality-check-due': 'Time to check how long you have played.',
    'cool-off': 'You are on a break. You can still withdraw.',
    'self-excluded': 'You have excluded yourself. You can still withdraw.',
    'account-closed': 'This account is closed.',
    'money-left': 'There is still money in your account, on its way, or in an unfinished round.',
    'repeated-deposit': 'You started the same deposit a moment ago.',
    'nin-needed': 'We need your national identity number before your first withdrawal.',
    'identity-needed': 'Verify your NIN first. You can still withdraw.',
    'nin-in-use': 'You have another account with us, so you can’t play or deposit with this one. You can still withdraw.',
    'name-mismatch': 'This account is not in your name. We only pay to your own account.',
    'account-unknown': 'We can’t find this account. Check the number and the bank.',
    'deposit-needed': 'You can add a bank account after your first deposit.',
    'own-request': 'This is your own request. Somebody else has to decide.',
    'not-counted': 'This does not count as another person’s decision. Somebody else has to decide.',
    'own-password-due': 'Set your own password first, on the admin page.',
    'second-factor-needed': 'Set up your second factor first, on the admin page.',
    'second-factor-due': 'Give your code first, on the admin page.',
    'second-factor-again': 'Give your code again to continue.',
    'game-disabled': 'This game is switched off right now.',
    'stake-out-of-range': 'You can’t stake this amount in this game.',
    'bonus-stake-too-high': 'This stake is too high while your bonus runs.',
    'not-claimable': 'You can’t claim this right now.',
    'cycle-too-short': 'That was quick. Wait for the round to end.',
    'round-open': 'Finish your open round first.',
    'playing-elsewhere': 'You are playing in another window or on another phone. Close it, or play here.',
    'seed-changed': 'The seal of this round changed before your bet arrived. Nothing was taken. Check the new one, then play again.',
    'rules-changed': 'The rules of this game have changed. Update the app; the par sheet below the game has the new rules.',
    'place-not-served': 'We don’t serve the place you are in.',
    'gateway-unavailable': 'We can’t reach the payment service. Nothing was taken. Try again later.',
    'money-unavailable': 'We can’t move money right now. Nothing was taken. Try again in a moment.',
    unavailable: 'We are busy right now. Try again in a moment.',
    internal: 'Something went wrong on our side. Try again in a moment.',
  } satisfies Record<ProblemCode, string>,
  code: {
    network: 'You are offline. Try again when you are online.',
    timeout: 'Your network is too slow right now. Try again.',
    aborted: 'The connection broke. Try again.',
    'bad-request': 'We could not do this.',
    'bad-response': 'We got no proper answer. Try again in a moment.',
    canceled: 'Stopped.',
  } satisfies Record<CallErrorCode, string>,
  captivePortal: 'This network wants you to sign in to it first.',
});

/** Own properties only: a platform may send any text for a code, "constructor" too. */
function wordsOfProblem(code: string): string | undefined {
  return isKeyOf(words.problem, code) ? words.problem[code] : undefined;
}

/** The texts shown in this visit, each with its code: whoever shows one can link to the article. */
const codeOfText = new Map<string, string>();

/** One sentence or two for the player. */
export function errorWords(error: CallError): string {
  const { problem } = error;
  const codeWords = problem && wordsOfProblem(problem.code);
  const text = error.captivePortal ? words.captivePortal : (problem?.detail ?? codeWords ?? (problem?.title || words.code[error.code]));
  if (error.captivePortal) codeOfText.set(text, 'captive-portal');
  else if (!problem || codeWords !== undefined) codeOfText.set(text, problem?.code ?? error.code);
  return text;
}

/**
 * Where the help centre explains the error that `text` tells of, or null: for a text with a sentence of `errorWords` in it.
 * Each code is an address there, `/help#insufficient-funds`; see `codes` in the articles' front matter.
 */
export function helpOf(text: string): string | null {
  for (const [sentence, code] of codeOfText) if (text.includes(sentence)) return `/help#${code}`;
  return null;
}

/** The platform's words by field of the form, the first of each; fields are dotted paths. */
export function fieldErrors(error: CallError): Readonly<Record<string, string>> {
  const byField = new Map<string, string>();
  for (const { field, message } of error.problem?.errors ?? []) if (!byField.has(field)) byField.set(field, message);
  return Object.fromEntries(byField);
}
