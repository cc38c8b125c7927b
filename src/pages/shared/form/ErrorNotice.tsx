import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { helpOf } from '../../../core/error-words';
import { Notice } from '../../../ui/States';
import { words } from '../words';

/** The way to the help centre's article about the error that `text` tells of; nothing where there is none. */
export function ErrorHelp({ text, onFollow }: { text: string; onFollow?: (() => void) | undefined }) {
  const help = helpOf(text);
  return help === null ? null : <p className="small"><Link className="text-link" to={help} onClick={onFollow}>{words.whatItMeans}</Link></p>;
}

interface Props extends Omit<ComponentProps<typeof Notice>, 'children'> {
  /** Its text comes from `errorWords` or `formFailure`. */
  children: string;
  /** Closes the dialog that the notice stands in, where it would outlive the page. */
  onFollow?: (() => void) | undefined;
}

/** A message about a call that failed, with the way to its article. */
export function ErrorNotice({ children, onFollow, ...rest }: Props) {
  return (
    <Notice {...rest}>
      <p>{children}</p>
      <ErrorHelp text={children} onFollow={onFollow} />
    </Notice>
  );
}
