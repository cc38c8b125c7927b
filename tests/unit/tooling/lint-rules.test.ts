import { beforeAll, describe, expect, it } from 'vitest';
import { rulesBrokenBy, type BrokenRules } from '../../support/lint-fixture';

/** A folder and how the file's name ends, what stands in it, and the rule; the names between are the cases' numbers. */
type Refused = readonly [what: string, place: readonly [folder: string, end: string], text: string, rule: string];

const SHOW = "export const show = (node: Element) => { node.innerHTML = 'x'; };\n";
const READY = 'export const ready = navigator.serviceWorker.ready;\n';
const AMOUNT = "export const amount = parseFloat('1');\n";

const REFUSED: readonly Refused[] = [
  ['HTML from a string in JSX', ['src/pages', '.tsx'], "export const Help = () => <p dangerouslySetInnerHTML={{ __html: '' }} />;\n", 'no-markup-from-strings'],
  ['HTML from a string as a property', ['src/pages', '.ts'], "export const props = { dangerouslySetInnerHTML: { __html: '' } };\n", 'no-markup-from-strings'],
  ['HTML from a string in the DOM', ['src/app', '.ts'], SHOW, 'no-markup-from-strings'],
  ['HTML from a string in the core', ['src/core', '.ts'], SHOW, 'no-markup-from-strings'],
  ['HTML from a string in the service worker', ['sw', '.ts'], SHOW, 'no-markup-from-strings'],
  ['HTML from a string on the platform', ['server', '.ts'], SHOW, 'no-markup-from-strings'],
  ['HTML put beside a node', ['src/bridge', '.ts'], "export const add = (n: Element) => { n.insertAdjacentHTML('beforeend', ''); };\n", 'no-markup-from-strings'],
  ['a document that is written', ['src/app', '.ts'], "export const add = () => { document.write('x'); };\n", 'no-markup-from-strings'],
  ['navigator.serviceWorker outside its bridge', ['src/app', '.ts'], READY, 'no-service-worker'],
  ['navigator.serviceWorker in the core', ['src/core', '.ts'], READY, 'no-service-worker'],
  ['navigator.serviceWorker in the data layer', ['src/data', '.ts'], READY, 'no-service-worker'],
  ['navigator.serviceWorker in the service worker', ['sw', '.ts'], READY, 'no-service-worker'],
  [
    'navigator.serviceWorker as a part of a default outside its bridge',
    ['src/bridge', '.ts'],
    'export const has = ({ serviceWorker }: Partial<Navigator> = navigator) => Boolean(serviceWorker);\n',
    'no-service-worker',
  ],
  ['a service worker taken out of navigator', ['src/state', '.ts'], 'const { serviceWorker } = navigator;\nexport const s = serviceWorker;\n', 'no-service-worker'],
  ['asking whether there is a service worker outside its bridge', ['src/bridge', '.ts'], "export const has = 'serviceWorker' in navigator;\n", 'no-service-worker'],
  ['a colour in a component', ['src/ui', '.tsx'], "export const Button = () => <b style={{ color: '#FFC72C' }} />;\n", 'no-colours'],
  ['a colour in an attribute', ['src/bridge', '.tsx'], 'export const Icon = () => <path fill="#fff" />;\n', 'no-colours'],
  ['a colour in a game', ['src/games/dice', '.ts'], "export const ground = 'rgb(0 0 0)';\n", 'no-colours'],
  ['a colour in a template', ['src/pages', '.ts'], 'export const ground = (a: number) => `1px oklch(${a} 0 0)`;\n', 'no-colours'],
  ['an API that the oldest browsers served do not have', ['src/pages', '.ts'], "export const has = URL.canParse('/');\n", 'no-restricted-properties'],
  ['an API that the oldest browsers served do not have, in the service worker', ['sw', '.ts'], "export const url = URL.parse('/');\n", 'no-restricted-properties'],
  ['a clock in the core', ['src/core', '.ts'], 'export const at = () => Date.now();\n', 'pure'],
  ['a date of now in the core', ['src/core', '.ts'], 'export const at = () => new Date();\n', 'pure'],
  ['randomness in the core', ['src/core', '.ts'], 'export const roll = () => Math.random();\n', 'pure'],
  ['an amount that is parsed as a float', ['src/ui', '.ts'], AMOUNT, 'parsed-amounts'],
  ['an amount that is parsed as a float in the data layer', ['src/data', '.ts'], AMOUNT, 'parsed-amounts'],
  ['an amount that is parsed as a float on the platform', ['server', '.ts'], AMOUNT, 'parsed-amounts'],
  ['an address that a proxy sent', ['server/http', '.ts'], 'export const from = (request: { ip: string }) => request.ip;\n', 'one-caller-address'],
  ['the console in the page', ['src/state', '.ts'], "console.log('balance');\n", 'no-console'],
  ['the console on the platform', ['server', '.ts'], "console.log('balance');\n", 'no-console'],
  ['what only a worker has, in a folder that the page shares', ['src/data', '.ts'], 'postMessage(1);\n', 'no-restricted-globals'],
  ['what only a worker has, in the other folder that the page shares', ['src/api', '.ts'], 'close();\n', 'no-restricted-globals'],
  ["zod's big build", ['server', '.ts'], "import * as z from 'zod';\nexport const s = z;\n", 'no-restricted-imports'],
  ['a test that is left out', ['tests/unit', '.test.ts'], "it.skip('pays', () => undefined);\n", 'tests-run'],
  ['all tests but one left out', ['tests/platform', '.test.ts'], "describe.only('pays', () => undefined);\n", 'tests-run'],
  ['a sleep in a browser test', ['tests/e2e', '.spec.ts'], 'await page.waitForTimeout(500);\n', 'tests-run'],
  ['a wait for silence in a browser test', ['tests/e2e', '.spec.ts'], "await page.waitForLoadState('networkidle');\n", 'tests-run'],
  ['a suppressed rule without a reason', ['src/core', '.ts'], '// oxlint-disable-next-line no-var\nexport var a = 1;\n', 'disable-with-reason'],
  ["a rule suppressed by another linter's words", ['src/core', '.ts'], '/* eslint-disable no-var */\nexport var a = 1;\n', 'disable-with-reason'],
  ['a suppression of nothing', ['src/core', '.ts'], '// oxlint-disable-next-line no-var -- because of the old browsers\nexport const a = 1;\n', 'unused'],
  ['a suppression of nothing that is a rule of ours', ['src/core', '.ts'], '// oxlint-disable-next-line ayo/pure -- an example in a test\nexport const a = 1;\n', 'unused'],
  ['a file of 351 lines', ['src/core', '.ts'], '//\n'.repeat(351), 'max-lines'],
  ['a comment of 151 characters', ['src/core', '.ts'], `//${'-'.repeat(149)}\n`, 'max-width'],
  ['code of 151 characters beside a string on another line', ['server', '.ts'], `export const a = 'b';\nexport const ${'c'.repeat(133)} = a;\n`, 'max-width'],
  ['text of 151 characters in JSX', ['src/ui', '.tsx'], `export const A = () => (\n  <p>\n${'d'.repeat(151)}\n  </p>\n);\n`, 'max-width'],
];

const ALLOWED: readonly (readonly [what: string, place: readonly [folder: string, end: string], text: string])[] = [
  ['a tool may print', ['server/tools', '.ts'], "console.log('listening');\n"],
  ['a test may print, and write a document', ['tests/e2e', '.ts'], "console.log('listening');\ndocument.body.innerHTML = '';\n"],
  ['a suppression with a reason passes', ['src/core', '.ts'], '// oxlint-disable-next-line no-var -- an example in a test\nexport var a = 1;\n'],
  ['a suppression of a rule of ours with a reason passes', ['src/core', '.ts'], '// oxlint-disable-next-line ayo/pure -- an example in a test\nexport const a = () => Date.now();\n'],
  ['core parses amounts', ['src/core', '.ts'], AMOUNT],
  ['core makes a date of a given time', ['src/core', '.ts'], 'export const date = (at: number) => new Date(at);\n'],
  ['what draws nothing may hold colours', ['src/content', '.ts'], "export const ground = '#fff';\n"],
  ['a number in a text is no colour', ['src/ui', '.ts'], "export const at = 'see #12345 here';\n"],
  ['a part of another object may be called serviceWorker', ['src/app', '.ts'], 'export const a = (b: { serviceWorker: 1 }) => { const { serviceWorker } = b; return serviceWorker; };\n'],
  ['a file may have 350 lines', ['src/core', '.ts'], '//\n'.repeat(350)],
  ['a line may have 150 characters', ['src/core', '.ts'], `//${'-'.repeat(148)}\n`],
  ['a line may be as wide as its string', ['src/core', '.ts'], `export const a = '${'-'.repeat(200)}';\n`],
  ['a line may be as wide as its template', ['src/core', '.ts'], `export const a = (b: string) => \`\n${'-'.repeat(200)}\${b}\n\`;\n`],
  ['a line may be as wide as its regular expression', ['src/core', '.ts'], `export const a = /${'-'.repeat(200)}/;\n`],
  ['a line may be as wide as its attribute', ['src/ui', '.tsx'], `export const A = () => <p title="${'-'.repeat(200)}" />;\n`],
  ['a line may be as wide as its URL', ['src/core', '.ts'], `// https://example.com/${'-'.repeat(200)}\n`],
];

const CONTAINER = 'src/bridge/update/service-worker-container.ts';

const fileOf = ([folder, end]: readonly [string, string], name: string) => `${folder}/${name}${end}`;
const refused = REFUSED.map(([what, place, text, rule], n) => ({ what, file: fileOf(place, `refused-${n}`), text, rule }));
const allowed = ALLOWED.map(([what, place, text], n) => ({ what, file: fileOf(place, `allowed-${n}`), text }));
allowed.push({ what: 'the bridge to the service worker may touch navigator.serviceWorker', file: CONTAINER, text: READY });

let broken: BrokenRules = new Map();
beforeAll(async () => {
  broken = await rulesBrokenBy(Object.fromEntries([...refused, ...allowed].map(({ file, text }) => [file, text])));
}, 60_000);

/** Nothing declares the page's globals or JSX here, so what stands on them has no type. */
const UNTYPED = new Set(['no-unsafe-call', 'no-unsafe-member-access', 'no-unsafe-return']);

describe('what the linter refuses', () => {
  it.each(refused)('$what ($file)', ({ file, rule }) => {
    expect(broken.get(file)).toContain(rule);
  });
});

describe('what the linter allows', () => {
  it.each(allowed)('$what ($file)', ({ file }) => {
    expect((broken.get(file) ?? []).filter((rule) => !UNTYPED.has(rule))).toEqual([]);
  });
});
