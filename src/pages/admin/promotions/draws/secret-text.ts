/** A secret as people write it down and type it. Pure. */
import { SECRET_PATTERN } from '../../../../core/draw-kinds';

/** In groups of four. */
export const spacedSecret = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** Null where it is no secret. Spaces, hyphens and capitals are how people write. */
export function readSecret(text: string): string | null {
  const secret = text.replaceAll(/[\s-]/g, '').toLowerCase();
  return SECRET_PATTERN.test(secret) ? secret : null;
}
