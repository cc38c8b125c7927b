import { useId } from 'react';
import { ADMIN_ROLES } from '../../../core/admin-roles';
import type { AdminRole } from '../../../core/admin-roles';
import { words } from './words';

interface Props {
  value: readonly AdminRole[];
  error: string | undefined;
  onChange: (value: readonly AdminRole[]) => void;
}

/** The roles as checkboxes, each with what it is for. */
export function RolesField({ value, error, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className="field admin-roles" aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{words.roles}</legend>
      {ADMIN_ROLES.map((role) => (
        <label key={role}>
          <input
            type="checkbox"
            checked={value.includes(role)}
            onChange={({ target }) => onChange(target.checked ? [...value, role] : value.filter((each) => each !== role))}
          />
          <span>{words.roleNames[role]} <span className="quiet small">{words.roleTexts[role]}</span></span>
        </label>
      ))}
      {error === undefined ? null : <p className="field-error" id={`${id}-error`}>{error}</p>}
    </fieldset>
  );
}
