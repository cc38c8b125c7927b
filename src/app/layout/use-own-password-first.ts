import { useEffect } from 'react';
import { useFigures } from '../../state/use';
import { useNavigate } from 'react-router-dom';

const ADMIN_PAGE = '/admin';

/** Somebody who signed in with the printed password is led to the form for a password of their own, from every page. */
export function useOwnPasswordFirst(pathname: string): void {
  const isDue = useFigures(({ accountData }) => accountData?.ownPasswordDue === true);
  const navigate = useNavigate();
  useEffect(() => {
    if (isDue && pathname !== ADMIN_PAGE) void navigate(ADMIN_PAGE, { replace: true });
  }, [isDue, pathname, navigate]);
}
