import type { ReactNode } from 'react';
import { useConnection } from '../../../state/use';
import { Icon } from '../../../ui/more-icons';

/** Stands beside a button that needs a connection while there is none. `children` say what needs it. */
export function OfflineNote({ children }: { children: ReactNode }) {
  const isCut = useConnection(({ reach }) => reach === 'offline' || reach === 'portal');
  return (
    <div role="status" className="needs-connection-place">
      {isCut ? (
        <p className="needs-connection quiet small">
          <Icon name="offline" size={18} />
          <span>{children}</span>
        </p>
      ) : null}
    </div>
  );
}
