import { useState } from 'react';
import { loadPicture } from '../../../bridge/actions/support-team';
import type { ThreadPicture } from '../../../bridge/actions/support-team';
import { Button } from '../../../ui/Button';
import { Picture } from '../../shared/support/Picture';
import { words } from './words';

/** Loads a picture when the admin asks to see it. */
export function PictureButton({ threadId, messageId }: { threadId: string; messageId: string }) {
  const [picture, setPicture] = useState<ThreadPicture | 'busy' | 'failed' | null>(null);
  if (picture !== null && typeof picture === 'object') return <Picture picture={picture} label={words.pictureLabel} failed={words.pictureFailed} />;

  async function show(): Promise<void> {
    setPicture('busy');
    const result = await loadPicture(threadId, messageId);
    setPicture(result.ok ? result.data : 'failed');
  }

  return (
    <div className="row">
      <Button variant="secondary" busy={picture === 'busy'} onClick={() => void show()}>{words.picture}</Button>
      <span role="status">{picture === 'failed' ? words.pictureFailed : ''}</span>
    </div>
  );
}
