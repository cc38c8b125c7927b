import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { buttonClass } from './Button';
import type { ButtonVariant } from './Button';

interface Props {
  /** The page of the same form. */
  to: string;
  onOpen: () => void;
  variant?: ButtonVariant;
  children: ReactNode;
}

/**
 * Opens a dialog over the page. It is a link, because a drawn page stands there before its scripts: until they have come, and in a new
 * tab, it leads to the page of the same form, so that no tap is lost.
 */
export function DialogLink({ to, onOpen, variant, children }: Props) {
  const open = (event: MouseEvent): void => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen();
  };
  return <Link className={buttonClass(variant)} to={to} onClick={open}>{children}</Link>;
}
