import type { ComponentType } from 'react';
import { useCan } from '../state/use';
import { NotFound } from './NotFound';
import type { PageRoute } from './routes';

/** What the platform behind `/api` lacks is not there: its pages say so like any address that no page has. */
export function whereAble(Page: ComponentType, needs: NonNullable<PageRoute['needs']>): ComponentType {
  return function Able() {
    return useCan(needs) ? <Page /> : <NotFound />;
  };
}
