/** The fastest possible page: hand-written HTML with its style inside and 3 KB of script, from a bare server. */
import { serveFiles } from './net/file-server';
import type { FileServer } from './net/file-server';

const SCRIPT_BYTES = 3 * 1024;

/** Makes text that compresses as badly as real code nearly does, so the wire carries about as many bytes as the text has. */
function filler(bytes: number): string {
  let state = 1;
  let text = '';
  while (text.length < bytes) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += state.toString(36);
  }
  return text.slice(0, bytes);
}

const PAGE = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Floor</title><link rel="icon" href="data:,">
<style>body{margin:0;padding:24px;background:#0e0b2b;color:#f6f3ea;font:16px/1.5 system-ui}h1{font-size:32px}button{padding:12px 20px}</style>
<script type="module" src="/floor.js"></script></head>
<body><div id="root"><h1>A page that was written by hand</h1><p>Nothing is drawn later, nothing is loaded beside it but three
kilobytes of script that make the button work.</p><button>Count</button><p id="count">0</p></div></body></html>`;

const SCRIPT = `const count = document.getElementById('count');
document.querySelector('button').addEventListener('click', () => { count.textContent = String(Number(count.textContent) + 1); });
performance.mark('floor-ready'); // ${filler(SCRIPT_BYTES - 220)}`;

export function startFloor(): Promise<FileServer> {
  return serveFiles(new Map([
    ['/index.html', { type: 'text/html; charset=utf-8', body: PAGE }],
    ['/floor.js', { type: 'text/javascript', body: SCRIPT }],
  ]));
}
