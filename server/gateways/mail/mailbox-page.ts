/** Writes the page of the mailbox. Pure; all text from outside is escaped. */
import { dateTime } from '../../../src/core/time';
import { escapeHtml } from '../escape-html';
import type { StoredMail } from './mailbox';

const LINK = /(https?:\/\/[^\s<>"']+)/;

/** Escapes text as HTML and turns its http addresses into links. */
function withLinks(text: string): string {
  // `split` with a group in the pattern puts the matches at odd indexes.
  const parts = text.split(LINK).map(escapeHtml);
  return parts.map((part, index) => (index % 2 === 1 ? `<a href="${part}">${part}</a>` : part)).join('');
}

/** The page's only style; its policy allows it by hash. */
export const MAILBOX_STYLE =
  'body{margin:0 auto;padding:16px;max-width:44rem;font:16px/1.5 system-ui,sans-serif}pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}article{border-top:1px solid}';

/** Writes the HTML document of the mailbox, without scripts. */
export function mailboxPage(mails: readonly StoredMail[]): string {
  const articles = mails.map(
    (mail) => `<article>
<h2>${escapeHtml(mail.subject)}</h2>
<p>To ${escapeHtml(mail.to)}, ${dateTime(mail.at.getTime())}${mail.html === '' ? '' : ` · <a href="/api/mailbox/${mail.mailId}">as it looks in a mail program</a>`}</p>
<pre>${withLinks(mail.text)}</pre>
</article>`,
  );
  return pageDocument(`<p>No mail server is set up, so mails are kept here. Only this machine can read them, with the key that the start of Ayo prints.</p>
${articles.length === 0 ? '<p>No mails yet.</p>' : articles.join('\n')}`);
}

/** Writes the page for a reader without the key. */
export function refusalPage(message: string): string {
  return pageDocument(`<p>${escapeHtml(message)}</p>`);
}

function pageDocument(body: string): string {
  return `<!doctype html>
<html lang="en-NG">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>Mailbox</title><style>${MAILBOX_STYLE}</style></head>
<body>
<h1>Mailbox</h1>
${body}
</body>
</html>
`;
}
