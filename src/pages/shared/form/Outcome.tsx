import { useEffect, useRef } from 'react';
import type { ReactNode } from 'react';
import { Icon } from '../../../ui/more-icons';
import './outcome.css';

interface Props {
  kind?: 'done' | 'mail';
  title: string;
  text: string;
  /** The next step. */
  children?: ReactNode;
}

/** Takes the place of a form that has done its work. It takes the focus, because the button that had it is gone. */
export function Outcome({ kind = 'done', title, text, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="outcome">
      <span className="outcome-sign" data-kind={kind}><Icon name={kind === 'done' ? 'check' : 'mail'} size={28} /></span>
      <h2 ref={heading} tabIndex={-1}>{title}</h2>
      <p>{text}</p>
      <div className="row">{children}</div>
    </div>
  );
}
