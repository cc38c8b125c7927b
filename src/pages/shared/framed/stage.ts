/** The stage of a provider's page in its frame, from the answer with its address and from the page's messages. Pure. */
import type { CallError, Result } from '../../../core/errors';
import type { FrameMessage } from '../../../core/frames/messages';
import { frameOrigin } from './frame-origin';

export interface FrameAddress {
  readonly url: string;
  readonly origin: string;
}

export type Stage<F extends FrameAddress = FrameAddress> =
  | { readonly is: 'rest' | 'launching' }
  | { readonly is: 'loading'; readonly framed: F; readonly loaded: number; readonly slow: boolean }
  | { readonly is: 'ready'; readonly framed: F; readonly startedAt: number }
  | { readonly is: 'refused'; readonly error: CallError }
  | { readonly is: 'failed' | 'blocked' }
  | { readonly is: 'ended'; readonly reason: string };

export const frameOf = <F extends FrameAddress>(stage: Stage<F>): F | null => ('framed' in stage ? stage.framed : null);

/** The stage after the answer with a frame's address. It is `failed` for an address that may not be framed here. */
export function stageOfAnswer<A extends { readonly url: string }>(result: Result<A>, ownHost: string): Stage<A & FrameAddress> {
  if (!result.ok) return result.error.code === 'canceled' ? { is: 'rest' } : { is: 'refused', error: result.error };
  const origin = frameOrigin(result.data.url, ownHost);
  return origin === null ? { is: 'failed' } : { is: 'loading', framed: { ...result.data, origin }, loaded: 0, slow: false };
}

/** The stage after a message of the page in the frame. `at`: ms since this page was opened. */
export function stageAfter<F extends FrameAddress>(stage: Stage<F>, message: FrameMessage, at: number): Stage<F> {
  if (!('framed' in stage)) return stage;
  if (message.type === 'error') return { is: 'failed' };
  if (stage.is === 'ready' || message.type === 'navigate') return stage;
  return message.type === 'ready' ? { is: 'ready', framed: stage.framed, startedAt: at } : { ...stage, loaded: message.loaded, slow: false };
}

/** True if the page should say that loading takes long. */
export const withSlow = <F extends FrameAddress>(stage: Stage<F>, slow: boolean): Stage<F> => (stage.is === 'loading' ? { ...stage, slow } : stage);
