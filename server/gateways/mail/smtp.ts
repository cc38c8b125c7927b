/** The wire to the mail server. One session is one round of sending: connections are shared within it and closed after it. */
import { createTransport } from 'nodemailer';
import type { SmtpConfig } from '../../config-mail';

export interface OutgoingMail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without the brackets. The same however often it is tried: whoever gets it twice can tell. */
  readonly messageId: string;
  readonly at: Date;
}

/** What became of a mail. `code` is what a log may say: the server's own words have addresses in them. */
export type Delivery =
  | { readonly kind: 'sent' }
  /** For good: another try gets the same answer. */
  | { readonly kind: 'refused'; readonly code: string }
  /** `server`: nothing can be sent now; `recipient`: this mail can't. */
  | { readonly kind: 'later'; readonly waitsFor: 'server' | 'recipient'; readonly code: string };

export interface SmtpSession {
  /** Never throws. */
  deliver(mail: OutgoingMail): Promise<Delivery>;
  close(): void;
}

/** At once, to one server, from one process. */
export const CONNECTIONS = 2;
const CONNECT_MS = 10_000;
const SILENCE_MS = 20_000;
/** Of one mail; below the time for which it is put off while it is in somebody's hand. */
export const DELIVERY_DEADLINE_MS = 60_000;

/** `trusted`: certificates (PEM) to believe beside the machine's own authorities. */
export function openSmtp(config: SmtpConfig, extraCertificates?: string): SmtpSession {
  const { host, port, tls, login, from } = config;
  const transport = createTransport({
    pool: true,
    host: host.replace(/^\[|\]$/g, ''),
    port,
    secure: tls === 'implicit',
    requireTLS: tls === 'required',
    ignoreTLS: tls === 'off',
    tls: { minVersion: 'TLSv1.2', ...(extraCertificates !== undefined && { ca: extraCertificates }) },
    ...(login !== undefined && { auth: { user: login.user, pass: login.password } }),
    maxConnections: CONNECTIONS,
    // Sent again by our queue alone, which counts.
    maxRequeues: 0,
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    logger: false,
  });
  return {
    deliver: async ({ to, subject, text, html, messageId, at }) => {
      const timer = setTimeout(() => transport.close({ force: true }), DELIVERY_DEADLINE_MS);
      try {
        await transport.sendMail({
          from, to: { name: '', address: to }, envelope: { from: from.address, to },
          subject, text, html, date: at, messageId: `<${messageId}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        });
        return { kind: 'sent' };
      } catch (error) {
        return toDelivery(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => transport.close(),
  };
}

/** Commands whose refusal is about this mail. What is said to any other is about us, or the server. */
const MAIL_COMMANDS = /^(?:RCPT TO|DATA)/;
/** "Service not available", "sign in first" and alike, whatever they answer. */
const SERVER_CODES: readonly number[] = [421, 454, 530, 534, 535, 538];
/** What nodemailer itself finds wrong with a mail, without asking the server. */
const INVALID_MAIL_CODES: readonly (string | undefined)[] = ['EENVELOPE', 'EMESSAGE'];

/** What an error of nodemailer means. */
export function toDelivery(error: unknown): Delivery {
  const { code, responseCode, command = '' } = errorMembers(error);
  if (responseCode === undefined) {
    return INVALID_MAIL_CODES.includes(code) ? { kind: 'refused', code: 'unfit' } : { kind: 'later', waitsFor: 'server', code: code ?? 'unknown' };
  }
  const statusCode = String(responseCode);
  if (!MAIL_COMMANDS.test(command) || SERVER_CODES.includes(responseCode)) return { kind: 'later', waitsFor: 'server', code: statusCode };
  return responseCode >= 500 ? { kind: 'refused', code: statusCode } : { kind: 'later', waitsFor: 'recipient', code: statusCode };
}

function errorMembers(error: unknown): { code?: string; responseCode?: number; command?: string } {
  if (!(error instanceof Error)) return {};
  const { code, responseCode, command } = error as { code?: unknown; responseCode?: unknown; command?: unknown };
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof responseCode === 'number' && { responseCode }),
    ...(typeof command === 'string' && { command }),
  };
}
