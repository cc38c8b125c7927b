import type { ComponentProps } from 'react';
import { Link } from 'react-router-dom';
import { helpOf } from '../../../core/error-words';
import { Notice } from '../../../ui/States';
import { words } from '../words';

/** A link to the help centre's article about the error in `text`. It draws nothing where there is none. */
export function ErrorHelp({ text, onFollow }: { text: string; onFollow?: (() => void) | undefined }) {
  const help = helpOf(text);
  return help === null ? null : <p className="small"><Link className="text-link" to={help} onClick={onFollow}>{words.whatItMeans}</Link></p>;
}

interface Props extends Omit<ComponentProps<typeof Notice>, 'children'> {
  /** The text comes from `errorWords` or `formFailure`. */
  children: string;
  /** Closes the dialog around the notice, which would otherwise outlive the page. */
  onFollow?: (() => void) | undefined;
}

/** A message about a call that failed, with a link to its article. */
export function ErrorNotice({ children, onFollow, ...rest }: Props) {
  return (
    <Notice {...rest}>
      <p>{children}</p>
      <ErrorHelp text={children} onFollow={onFollow} />
    </Notice>
  );
}
