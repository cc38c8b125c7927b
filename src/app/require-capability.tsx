import type { ComponentType } from 'react';
import { useCan } from '../state/use';
import { NotFound } from './NotFound';
import type { PageRoute } from './routes';

/** Limits a page to platforms that support it. Elsewhere its address is answered as not found. */
export function requireCapability(Page: ComponentType, needs: NonNullable<PageRoute['needs']>): ComponentType {
  return function WhereSupported() {
    return useCan(needs) ? <Page /> : <NotFound />;
  };
}
