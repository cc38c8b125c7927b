/** Sends feedback: a player's through the outbox, a guest's through the device's own box. */
import { queue } from '../../bridge/actions/outbox';
import { queueGuestFeedback } from '../../bridge/actions/guest-feedback';
import { newKey } from '../../bridge/page/key';
import type { SmallPicture } from './picture';
import { words } from './words';

export interface FeedbackInput {
  readonly category: string;
  readonly text: string;
  /** A guest's address; empty: none. */
  readonly email: string;
  readonly picture: SmallPicture | null;
}

const MAX_LETTERS = 2_000;

/** The faults by field, before anything is stored. */
export function errorsOf({ text, email }: FeedbackInput): Readonly<Record<string, string>> {
  const { length } = text.trim();
  const isEmail = email.trim() === '' || /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(email.trim());
  return { ...(length < 2 && { text: words.short }), ...(length > MAX_LETTERS && { text: words.long }), ...(!isEmail && { email: words.noEmail }) };
}

/** `queued`: the feedback goes out now or with the next connection. Otherwise the result says why it was not stored. */
export async function sendFeedback({ category, text, email, picture }: FeedbackInput, isPlayer: boolean): Promise<'queued' | 'sent' | { readonly why: string }> {
  const body = { category, text: text.trim(), ...(picture && { picture }) };
  if (isPlayer) {
    const result = await queue('send-feedback', { id: newKey(), ...body });
    if (result.outcome === 'queued') return 'queued';
    if (result.outcome === 'sent') return 'sent';
    if (result.outcome === 'unknown') return { why: words.notKnown };
    return { why: result.outcome === 'not-taken' && result.because === 'full' ? words.full : words.failed };
  }
  const address = email.trim();
  const result = await queueGuestFeedback({ ...body, ...(address !== '' && { email: address }) });
  if (result === 'stored') return 'queued';
  if (result === 'full') return { why: words.full };
  return result.ok ? 'sent' : { why: result.error.problem?.detail ?? words.failed };
}
