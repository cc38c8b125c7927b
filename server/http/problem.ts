import type { FieldError, Problem, ProblemCode } from '../../src/core/contract/problem';

type Extra = Partial<Pick<Problem, 'reason' | 'endedAt' | 'endedFrom' | 'current' | 'detail'>> & {
  readonly errors?: FieldError[];
  /** Seconds, for the Retry-After header. */
  readonly retryAfterSeconds?: number;
};

const STATUS_OF: Readonly<Record<ProblemCode, number>> = {
  'bad-request': 400,
  validation: 400,
  unauthorised: 401,
  'session-ended': 401,
  'binding-missing': 401,
  'password-needed': 401,
  forbidden: 403,
  'anti-forgery': 403,
  'cross-site': 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'version-conflict': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  'proof-of-work': 429,
  'key-missing': 400,
  'key-reused': 422,
  'key-running': 409,
  'key-closed': 409,
  'invalid-credentials': 401,
  'email-taken': 409,
  'username-taken': 409,
  'name-verified': 403,
  'under-age': 400,
  'weak-password': 400,
  'token-invalid': 400,
  'email-not-activated': 403,
  'insufficient-funds': 422,
  'limit-exceeded': 403,
  'turnover-needed': 422,
  'bonus-would-end': 409,
  'reality-check-due': 403,
  'cool-off': 403,
  'self-excluded': 403,
  'account-closed': 403,
  'money-left': 409,
  'repeated-deposit': 409,
  'nin-needed': 403,
  'identity-needed': 403,
  'nin-in-use': 409,
  'name-mismatch': 422,
  'account-unknown': 422,
  'deposit-needed': 403,
  'own-request': 403,
  'not-counted': 403,
  'own-password-due': 403,
  'second-factor-needed': 403,
  'second-factor-due': 403,
  'second-factor-again': 403,
  'game-disabled': 409,
  'stake-out-of-range': 422,
  'bonus-stake-too-high': 422,
  'not-claimable': 409,
  'cycle-too-short': 429,
  'round-open': 409,
  'seed-changed': 409,
  'rules-changed': 409,
  'playing-elsewhere': 409,
  'place-not-served': 451,
  'gateway-unavailable': 503,
  'money-unavailable': 503,
  unavailable: 503,
  internal: 500,
};

/** A refusal with its stable code; thrown anywhere below a route and answered as problem details (RFC 9457). */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly code: ProblemCode;
  readonly status: number;
  readonly extra: Extra;

  constructor(code: ProblemCode, title: string, extra: Extra = {}) {
    super(title);
    this.code = code;
    this.status = STATUS_OF[code];
    this.extra = extra;
  }

  /** The body that goes over the wire. */
  toBody(requestId?: string): Problem {
    const { retryAfterSeconds: _header, ...members } = this.extra;
    return {
      type: 'about:blank',
      title: this.message,
      status: this.status,
      code: this.code,
      ...members,
      ...(requestId === undefined ? {} : { requestId }),
    };
  }
}
