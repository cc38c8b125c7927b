import { useEffect, useEffectEvent, useState } from 'react';
import { loadPromotionCosts } from '../../../bridge/actions/admin-promotions';
import type { PromotionCosts } from '../../../bridge/actions/admin-promotions';
import type { PromotionTerms } from '../../../core/contract/promotions';
import { errorWords } from '../../../core/error-words';
import type { CallError } from '../../../core/errors';
import type { PromotionId } from '../../../core/promotions';
import { onReconnect } from '../../../state/connection';
import { isDeviceOffline } from '../../shared/form/device-offline';

/** Nothing is asked before the admin has stopped typing for this long. */
const PAUSE_MS = 600;

export type CostsState =
  /** The typed terms can't be read. */
  | { readonly is: 'unreadable' }
  | { readonly is: 'working' }
  | { readonly is: 'ready'; readonly costs: PromotionCosts }
  | { readonly is: 'offline' }
  | { readonly is: 'failed'; readonly text: string };

const WORKING: CostsState = { is: 'working' };

const stateOf = (error: CallError): CostsState =>
  error.problem === undefined && isDeviceOffline() ? { is: 'offline' } : { is: 'failed', text: errorWords(error) };

/** The costs of one claim on these terms; null while they can't be read. */
export function useCosts(promotionId: PromotionId, terms: PromotionTerms | null): { readonly state: CostsState; readonly again: () => void } {
  const termsText = terms === null ? null : JSON.stringify(terms);
  const [answer, setAnswer] = useState<{ readonly of: string; readonly state: CostsState } | null>(null);
  const [tries, setTries] = useState(0);
  const again = () => {
    setAnswer(null);
    setTries((count) => count + 1);
  };

  const load = useEffectEvent((signal: AbortSignal) => (terms === null ? null : loadPromotionCosts(promotionId, terms, signal)));
  useEffect(() => {
    if (termsText === null) return;
    const control = new AbortController();
    const timer = setTimeout(() => {
      void load(control.signal)?.then((result) => {
        if (control.signal.aborted) return;
        setAnswer({ of: termsText, state: result.ok ? { is: 'ready', costs: result.data } : stateOf(result.error) });
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [promotionId, termsText, tries]);
  useEffect(() => onReconnect(() => setTries((count) => count + 1)), []);

  if (termsText === null) return { state: { is: 'unreadable' }, again };
  return { state: answer?.of === termsText ? answer.state : WORKING, again };
}
