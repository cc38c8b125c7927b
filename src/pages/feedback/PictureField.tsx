import { useId, useState } from 'react';
import { Button } from '../../ui/Button';
import { Picture } from '../shared/support/Picture';
import { makeSmall } from './picture';
import type { SmallPicture } from './picture';
import { words } from './words';

interface Props {
  picture: SmallPicture | null;
  onPicture: (picture: SmallPicture | null) => void;
}

/** An optional picture, shown as it will be sent. */
export function PictureField({ picture, onPicture }: Props) {
  const id = useId();
  const [state, setState] = useState<'idle' | 'busy' | 'bad'>('idle');

  async function shrink(file: File | undefined): Promise<void> {
    if (file === undefined) return;
    setState('busy');
    const small = await makeSmall(file).catch(() => null);
    setState(small === null ? 'bad' : 'idle');
    if (small !== null) onPicture(small);
  }

  if (picture !== null) {
    return (
      <div className="stack">
        <Picture picture={picture} label={words.pictureShown} failed={words.pictureGone} />
        <Button variant="secondary" onClick={() => onPicture(null)}>{words.remove}</Button>
      </div>
    );
  }
  return (
    <div className="field">
      <label htmlFor={id}>{words.picture}</label>
      <input id={id} type="file" className="feedback-file" accept="image/*" aria-describedby={`${id}-hint ${id}-error`} onChange={(event) => void shrink(event.target.files?.[0])} />
      <p className="field-hint" id={`${id}-hint`}>{words.pictureHint}</p>
      <p className="field-error" id={`${id}-error`} role="status">{state === 'bad' ? words.pictureBad : state === 'busy' ? words.pictureBusy : ''}</p>
    </div>
  );
}
