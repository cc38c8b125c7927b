import type { Problem } from '../contract/problem';
import { array, number, object, optional, string, unknown } from './shape';
import type { Shape } from './shape';

/** RFC 9457, as `contract/problem` has it. */
export const problemShape: Shape<Problem> = object({
  type: optional(string),
  title: string,
  status: number,
  code: string,
  detail: optional(string),
  requestId: optional(string),
  errors: optional(array(object({ field: string, message: string }))),
  reason: optional(string),
  endedAt: optional(string),
  endedFrom: optional(string),
  current: optional(unknown),
});
