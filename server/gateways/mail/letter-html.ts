/**
 * Writes a letter as HTML that all mail programs show alike: tables and inline styles, no images, nothing from other sites. Programs that
 * support dark mode take it from one style sheet; the others show the light colours. Pure; everything is escaped.
 */
import { brand } from '../../../src/core/brand';
import { escapeHtml } from '../escape-html';
import { greeting, subjectLine } from './letter';
import type { Letter, LetterPart } from './letter';
import { footerLines } from './letter-text';
import { DARK, LIGHT, mailStyle } from './palette';

const FONT = "font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";
const BODY_TEXT = `${FONT};font-size:16px;line-height:1.5;color:${LIGHT.text}`;

/** Writes the HTML document of a letter, about 4 KB. */
export function letterHtml(letter: Letter): string {
  return `<!doctype html>
<html lang="${escapeHtml(brand.language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subjectLine(letter))}</title>
<style>${mailStyle()}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:${LIGHT.ground}">
<table role="presentation" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.ground}">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="head" style="background:${DARK.ground};border-radius:16px 16px 0 0;padding:20px 24px">${header()}</td></tr>
<tr><td class="raised" style="background:${LIGHT.raised};border-radius:0 0 16px 16px;padding:28px 24px 12px">
<h1 class="text" style="margin:0 0 20px;${FONT};font-size:22px;line-height:1.3;color:${LIGHT.text}">${escapeHtml(subjectLine(letter))}</h1>
${paragraph(greeting(letter))}
${letter.parts.map(partHtml).join('\n')}
</td></tr>
<tr><td style="padding:20px 24px">${footerLines().map(footerLine).join('\n')}</td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** Writes the brand's name, and four seeds of its board. */
function header(): string {
  const seed = `<td style="padding:0 0 0 6px"><div style="width:10px;height:10px;border-radius:5px;background:${brand.colours.accent};font-size:0;line-height:0">&nbsp;</div></td>`;
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>
<td style="${FONT};font-size:24px;line-height:1.2;font-weight:700;color:${brand.colours.accent}">${escapeHtml(brand.name)}</td>
<td align="right" aria-hidden="true"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${seed.repeat(4)}</tr></table></td>
</tr></table>`;
}

const paragraph = (text: string): string => `<p class="text" style="margin:0 0 16px;${BODY_TEXT}">${escapeHtml(text)}</p>`;

function partHtml(part: LetterPart): string {
  if (typeof part === 'string') return paragraph(part);
  if ('action' in part) return actionHtml(part.action);
  if ('facts' in part) return factsHtml(part.facts);
  return `<p class="quiet" style="margin:0 0 16px;${FONT};font-size:14px;line-height:1.5;color:${LIGHT.quiet}">${escapeHtml(part.aside)}</p>`;
}

/** Writes a button with the full address below it, for programs without buttons and for readers who want to see the address. */
function actionHtml({ label, url }: { readonly label: string; readonly url: string }): string {
  const href = escapeHtml(url);
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 12px"><tr>
<td style="background:${brand.colours.accent};border-radius:12px"><a href="${href}" style="display:inline-block;padding:14px 24px;${FONT};font-size:16px;line-height:20px;font-weight:600;color:${brand.colours.inkOnAccent};text-decoration:none">${escapeHtml(label)}</a></td>
</tr></table>
<p class="quiet" style="margin:0 0 20px;${FONT};font-size:13px;line-height:1.5;color:${LIGHT.quiet};word-break:break-all"><a class="quiet" href="${href}" style="color:${LIGHT.quiet}">${href}</a></p>`;
}

function factsHtml(facts: readonly (readonly [string, string])[]): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${LIGHT.line};${FONT};font-size:15px;line-height:1.4;vertical-align:top`;
  const rows = facts.map(
    ([name, value]) => `<tr><td class="quiet line" style="${cell};color:${LIGHT.quiet};padding-right:16px">${escapeHtml(name)}</td>
<td class="text line" align="right" style="${cell};color:${LIGHT.text};font-weight:600;font-variant-numeric:tabular-nums">${escapeHtml(value)}</td></tr>`,
  );
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 20px;border-top:1px solid ${LIGHT.line}" class="line">
${rows.join('\n')}
</table>`;
}

const footerLine = (text: string): string =>
  `<p class="quiet" style="margin:0 0 8px;${FONT};font-size:13px;line-height:1.5;color:${LIGHT.quiet}">${escapeHtml(text)}</p>`;
