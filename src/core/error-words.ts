/** The words for people of every way a call can fail, in one map. */
import type { ProblemCode } from './contract/problem';
import type { CallError, CallErrorCode } from './errors';
import { catalogue } from './words/catalogue';
import { isKeyOf } from './words/is-key-of';

export const words = catalogue('core/error-words', {
  /** Each says what happened and what to do now. The platform's own `detail` comes before these where there is one. */
  problem: {
    'bad-request': 'The platform did not understand this. Load the page again and try once more.',
    validation: 'Please check what is marked.',
    unauthorised: 'Sign in to continue.',
    'session-ended': 'You were signed out. Sign in again to continue.',
    'binding-missing': 'This browser was not used to sign in. Sign in again to continue.',
    'password-needed': 'It has been a while. Enter your password to continue.',
    forbidden: 'Your account is not allowed to do this.',
    'anti-forgery': 'This page was open for too long. Try again.',
    'cross-site': 'This was asked from another site and was refused.',
    'not-found': 'There is nothing here any more.',
    'method-not-allowed': 'The platform does not know this call. Load the page again.',
    conflict: 'Somebody changed this at the same time. Load it again.',
    'version-conflict': 'Somebody changed this in the meantime. Compare and save again.',
    'too-large': 'This is too much at once.',
    'unsupported-media-type': 'The platform did not understand this. Load the page again.',
    'too-many-requests': 'Too many tries in a short time. Wait a moment.',
    'proof-of-work': 'Many people are here right now. Try again in a moment.',
    'key-missing': 'The platform did not understand this. Load the page again.',
    'key-reused': 'This was already sent with other details. Start again.',
    'key-running': 'This is still being worked on.',
    'invalid-credentials': 'The name or the password is wrong.',
    'email-taken': 'There is an account with this e-mail already. Sign in, or reset the password.',
    'username-taken': 'This username is taken. Choose another.',
    'name-verified': 'Your name was checked and can’t be changed here.',
    'under-age': 'You must be 18 or over.',
    'weak-password': 'This password is too easy to guess. Choose another.',
    'token-invalid': 'This link was used already, or is too old. Ask for a new one.',
    'email-not-activated': 'Activate your e-mail first: open the link in the mail we sent you.',
    'insufficient-funds': 'There is not enough money in your account for this.',
    'limit-exceeded': 'This is over one of the limits you set.',
    'turnover-needed': 'Money that you paid in can be withdrawn once you have played it.',
    'bonus-would-end': 'This would end your bonus. Confirm that first.',
    'reality-check-due': 'Time for a look at how long you have played.',
    'cool-off': 'You are on a break. You can still withdraw.',
    'self-excluded': 'You have excluded yourself. You can still withdraw.',
    'account-closed': 'This account is closed.',
    'money-left': 'There is still money in the account, on its way, or in a round that is not finished.',
    'repeated-deposit': 'You started the same deposit a moment ago.',
    'nin-needed': 'Before the first withdrawal we need your national identity number.',
    'identity-needed': 'We need to check who you are first. Verify your NIN. Money in your account can be withdrawn.',
    'nin-in-use': 'You have another account with us, so this one can’t play or pay in. What is in it can be withdrawn.',
    'name-mismatch': 'The account is in another name than yours. We pay out to your own account alone.',
    'account-unknown': 'The bank knows no such account. Check the number and the bank.',
    'deposit-needed': 'A bank account can be added after your first deposit.',
    'own-request': 'This is your own. Somebody else has to decide.',
    'not-counted': 'This does not count as another person’s decision. Somebody else has to decide.',
    'own-password-due': 'Set a password of your own first, on the admin page.',
    'game-disabled': 'This game is switched off at the moment.',
    'stake-out-of-range': 'This stake is not possible in this game.',
    'bonus-stake-too-high': 'This stake is too high while your bonus runs.',
    'not-claimable': 'You can’t claim this at the moment.',
    'cycle-too-short': 'That was quick. Wait for the round to end.',
    'round-open': 'There is a round that is not finished. Finish it first.',
    'playing-elsewhere': 'You are playing in another window or on another phone, and only one at a time is allowed. Close it, or play here.',
    'seed-changed': 'The seal of this round changed before your bet arrived. Nothing was taken. Look at the new one, then play again.',
    'rules-changed': 'This game has other rules now than this version of the app. Get the new version; the par sheet below the game has the rules.',
    'place-not-served': 'We do not serve the place you are in.',
    'gateway-unavailable': 'The payment service does not answer. Nothing was taken; try again later.',
    'money-unavailable': 'Money can’t be moved right now. Nothing was taken; try again in a moment.',
    unavailable: 'The platform is busy. Try again in a moment.',
    internal: 'Something broke on our side. Try again in a moment.',
  } satisfies Record<ProblemCode, string>,
  code: {
    network: 'No connection. Try again when you are online.',
    timeout: 'The network is too slow right now. Try again.',
    aborted: 'The connection broke off. Try again.',
    'bad-request': 'The platform refused this.',
    'bad-response': 'The platform does not answer as it should. Try again in a moment.',
    canceled: 'Stopped.',
  } satisfies Record<CallErrorCode, string>,
  captivePortal: 'This network wants you to sign in before it lets anything through.',
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
