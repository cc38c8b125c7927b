/** Reads a mail as it went over the wire. It knows enough of RFC 5322, 2045 and 2047 for our mails, and shares no code with the sender. */

export interface ReadMail {
  /** The headers by their names in small letters, unfolded and decoded; the last of several counts. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names of all header lines, in order. */
  readonly headerNames: readonly string[];
  readonly subject: string;
  readonly messageId: string;
  readonly text: string;
  readonly html: string;
}

interface Part {
  readonly headers: Record<string, string>;
  readonly names: string[];
  readonly body: string;
}

const utf8 = (binary: string): string => Buffer.from(binary, 'latin1').toString('utf8');

function decodeQuoted(text: string): string {
  const joined = text.replace(/=\r?\n/g, '');
  return joined.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}

/** Decodes `=?UTF-8?Q?...?=`, and joins several of them. */
function decodeWords(text: string): string {
  const joined = text.replace(/(\?=)\s+(=\?)/g, '$1$2');
  const bytes = joined.replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, words: string) =>
    kind.toUpperCase() === 'B' ? Buffer.from(words, 'base64').toString('latin1') : decodeQuoted(words.replace(/_/g, ' ')),
  );
  return utf8(Buffer.from(bytes, 'latin1').toString('latin1'));
}

function splitPart(raw: string): Part {
  const end = raw.search(/\r?\n\r?\n/);
  const lines = (end === -1 ? raw : raw.slice(0, end)).replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
  const headers: Record<string, string> = {};
  const names: string[] = [];
  for (const line of lines) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).toLowerCase();
    names.push(name);
    headers[name] = decodeWords(line.slice(at + 1).trim());
  }
  return { headers, names, body: end === -1 ? '' : raw.slice(end).replace(/^\r?\n\r?\n/, '') };
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers['content-transfer-encoding']?.toLowerCase() ?? '7bit';
  const plain = encoding === 'base64' ? Buffer.from(body, 'base64').toString('utf8')
    : encoding === 'quoted-printable' ? utf8(decodeQuoted(body)) : body;
  return plain.replace(/\r\n/g, '\n').trimEnd();
}

export function readMime(raw: string): ReadMail {
  const message = splitPart(raw);
  const boundary = /boundary="?([^";]+)"?/.exec(message.headers['content-type'] ?? '')?.[1];
  const pieces = boundary === undefined ? [] : message.body.split(`--${boundary}`).slice(1, -1);
  const parts = pieces.map((piece) => splitPart(piece.replace(/^\r?\n/, '').replace(/\r?\n$/, '')));
  const bodyOf = (type: string): string => {
    const part = parts.find(({ headers }) => headers['content-type']?.startsWith(type) === true);
    return part === undefined ? '' : decodeBody(part);
  };
  return {
    headers: message.headers, headerNames: message.names, subject: message.headers['subject'] ?? '', messageId: message.headers['message-id'] ?? '',
    text: bodyOf('text/plain'), html: bodyOf('text/html'),
  };
}
