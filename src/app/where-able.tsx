import type { ComponentType } from 'react';
import { useCan } from '../state/use';
import { NotFound } from './NotFound';
import type { PageRoute } from './routes';

/** A page exists only where the platform behind `/api` supports it; elsewhere its address is answered as not found. */
export function whereAble(Page: ComponentType, needs: NonNullable<PageRoute['needs']>): ComponentType {
  return function Able() {
    return useCan(needs) ? <Page /> : <NotFound />;
  };
}
