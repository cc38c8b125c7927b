import { endpoint } from './endpoint';

/** A guest's first call: sets the anti-forgery cookie where there is none. */
export const antiForgery = endpoint({
  method: 'GET',
  path: '/v1/auth/anti-forgery',
  access: 'public',
});
