import type { ReactNode } from 'react';
import { useIsOffline } from '../../../state/use';
import { Icon } from '../../../ui/more-icons';

/**
 * Stands beside a button that needs a connection while there is none. `children` say what needs it. In a form that a page opens with it stands
 * last, because what is below it moves when it comes.
 */
export function OfflineNote({ children }: { children: ReactNode }) {
  const isOffline = useIsOffline();
  return (
    <div role="status" className="needs-connection-place">
      {isOffline ? (
        <p className="needs-connection quiet small">
          <Icon name="offline" size={18} />
          <span>{children}</span>
        </p>
      ) : null}
    </div>
  );
}
