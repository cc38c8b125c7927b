import { dismiss, pauseNotifications, resumeNotifications } from '../../state/notifications';
import { useNotifications } from '../../state/use';
import { words } from '../words';

/** No message disappears while a pointer or the focus is on the messages. */
export default function ToastList() {
  const items = useNotifications((notifications) => notifications.items);
  return (
    <div
      className="toast-list"
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
