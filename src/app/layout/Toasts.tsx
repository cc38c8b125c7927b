import { dismiss, pauseNotifications, resumeNotifications } from '../../state/notifications';
import { useNotifications } from '../../state/use';
import { words } from '../words';

/** Short messages above the page, away from the thumb; nothing goes away while a pointer or the focus is on them. */
export function Toasts() {
  const items = useNotifications((notifications) => notifications.items);
  return (
    <div
      className="toasts"
      role="status"
      onPointerEnter={pauseNotifications}
      onPointerLeave={resumeNotifications}
      onFocus={pauseNotifications}
      onBlur={resumeNotifications}
    >
      {items.map(({ id, kind, text, action }) => (
        <div key={id} className={`toast toast-${kind}`}>
          <p>{text}</p>
          {action === undefined ? null : (
            <button type="button" onClick={() => { dismiss(id); action.run(); }}>{action.label}</button>
          )}
          <button type="button" aria-label={words.dismiss} onClick={() => dismiss(id)}>×</button>
        </div>
      ))}
    </div>
  );
}
