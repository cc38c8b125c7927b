/**
 * Who may import whom. Every realm has one allow-list; what is not on it is an error.
 *
 *   core <- data, api <- worker, sw, state <- bridge <- games <- pages <- app (its route table alone)
 *   server imports core and nothing else of src; ui imports nothing but the value helpers of core.
 *
 * tests/unit/tooling/import-rules.test.ts proves for each rule that it bites.
 */
'use strict';

const npm = (...names) => names.map((name) => `(^|/)node_modules/(@types/)?${name}/`);
const ZOD_MINI = '(^|/)node_modules/zod/mini/';
const REACT = npm('react', 'react-dom', 'react-router', 'react-router-dom', 'scheduler');
const PAGE_LIBRARIES = [...npm('react', 'react-dom', 'react-router', 'react-router-dom', 'zustand')];
/** Pure helpers that turn a value into words or compare words; ui knows these and no more of the product. */
const VALUE_HELPERS = '^src/core/(money|brand|time|prose|text-search|words)(\\.ts$|/)';

/** The platform's lowest floor; the ledger is the next. A domain's `routes.ts` is none of it. */
const FOUNDATION = '^server/((config|db|http|place|rate-limits)/|(foundation|alert-for|field-key-file|field-keys|hash-costs|ids|key-file|masks|measurements|one-line|period|person-name|platform-secret|sealed-fields|secrets|seed-key-file|seed-keys|sweep)\\.ts$)';
const EDGES_IN_FOUNDATION = '^server/place/routes\\.ts$';

/** Between ledger and edges, the lowest first: each knows those before it in the list, and none after it. */
const DOMAINS = require('./server/domains.json').map((name) => (name.endsWith('.ts') ? `^server/${name}$` : `^server/${name}/`));

/** The platform's uppermost floor: what puts the domains together, and what runs beside them. */
const EDGES = '^server/((tools|hosting|metrics)/|(app|jobs|main|money-invariants|money-watch|run|seal-fields|start)\\.ts$)';

/** One realm and everything that it may import, as patterns of resolved paths. */
const realm = (name, from, allowed, comment) => ({
  name: `${name}-imports`,
  severity: 'error',
  comment,
  from: { path: from },
  to: { pathNot: allowed, couldNotResolve: false },
});

const realms = [
  realm('core', '^src/core/', ['^src/core/', ZOD_MINI], 'Pure: imports its schema library and itself.'),
  realm('data', '^src/data/', ['^src/(core|data)/', ...npm('idb')], 'IndexedDB over core.'),
  realm('api', '^src/api/', ['^src/(core|api)/'], 'HTTP over core.'),
  realm('worker', '^src/worker/', ['^src/(core|data|api|worker)/', ...npm('comlink')], 'No state, no page.'),
  realm(
    'sw',
    '^sw/',
    ['^sw/', '^src/(core|data|api)/', '(^|/)node_modules/workbox-[a-z-]+/'],
    'Neither the sync worker nor the stores of the page.',
  ),
  realm('state', '^src/state/', ['^src/(core|data|api|state)/', ...npm('zustand')], 'Stores know no bridge, no React.'),
  realm(
    'bridge',
    '^src/bridge/',
    ['^src/(core|data|api|state|bridge|worker)/', ...PAGE_LIBRARIES, ...npm('comlink', 'workbox-window')],
    'Of worker only types and the address of its entry; see bridge-starts-the-worker.',
  ),
  realm('ui', '^src/ui/', ['^src/ui/', VALUE_HELPERS, ...PAGE_LIBRARIES], 'Components without knowledge of the product.'),
  // Of everybody else types alone, see words-are-types.
  realm('words', '^src/words/', ['^src/'], 'Languages, and the types of what they translate.'),
  realm('content', '^src/content/', ['^src/(core|content)/'], 'Content pages are data.'),
  realm('games', '^src/games/', ['^src/(core|ui|state|bridge|games)/', ...PAGE_LIBRARIES], "The games' faces."),
  realm(
    'pages',
    '^src/pages/',
    ['^src/(core|ui|state|bridge|content|games|pages)/', ...PAGE_LIBRARIES],
    'A page composes, it does not fetch: no api, no data, no app.',
  ),
  realm(
    'app',
    '^src/app/',
    ['^src/(core|ui|state|bridge|content|games|app|pages)/', ...PAGE_LIBRARIES],
    'The frame around the pages; it fetches nothing either.',
  ),
  realm(
    'boot',
    '^src/[^/]+$',
    ['^src/(app|bridge|state|ui|core|words)/', '^src/[^/]+$', ...PAGE_LIBRARIES],
    'src/main.tsx boots, nothing else.',
  ),
  {
    name: 'server-imports',
    severity: 'error',
    comment: 'Of src the platform knows core alone.',
    from: { path: '^server/' },
    to: { path: '^(src|sw|tests)/', pathNot: '^src/core/' },
  },
  {
    name: 'foundation-imports',
    severity: 'error',
    comment: 'The lowest floor of the platform knows no other; what it asks of one, app.ts hands it.',
    from: { path: FOUNDATION, pathNot: EDGES_IN_FOUNDATION },
    to: { path: '^server/', pathNot: FOUNDATION },
  },
  {
    name: 'ledger-imports',
    severity: 'error',
    comment: 'Domains stand on the ledger: it knows the foundation alone.',
    from: { path: '^server/ledger/' },
    to: { path: '^server/', pathNot: ['^server/ledger/', FOUNDATION] },
  },
  ...DOMAINS.map((domain, place) => ({
    name: 'domains-in-order',
    severity: 'error',
    comment: 'A domain knows those before it in server/domains.json; what it asks of one after it, app.ts hands it.',
    from: { path: domain },
    to: { path: '^server/', pathNot: [...DOMAINS.slice(0, place + 1), '^server/ledger/', FOUNDATION, EDGES] },
  })),
  {
    name: 'domain-by-its-door',
    severity: 'error',
    comment: "What others may ask of a domain stands in its index.ts; its other files are its own, but for tests.",
    from: { path: '^server/([^/]+)' },
    to: { path: DOMAINS, pathNot: ['^server/$1/', '^server/[^/]+/index\\.ts$', '^server/platform\\.ts$'] },
  },
  {
    name: 'only-edges-know-edges',
    severity: 'error',
    comment: 'A domain does not know who starts it, hosts it or runs its jobs.',
    from: { path: '^server/', pathNot: EDGES },
    to: { path: EDGES },
  },
];

const others = [
  {
    name: 'checker-imports',
    severity: 'error',
    comment: 'It shows that the published documents are enough to check a round, so it knows nothing else of the project.',
    from: { path: '^tests/checker/' },
    to: { pathNot: ['^tests/checker/', '^(node:)?crypto$'] },
  },
  {
    name: 'no-cycles',
    severity: 'error',
    comment: 'Also cycles of types: they say that a file holds two things.',
    from: { pathNot: '(^|/)node_modules/' },
    to: { circular: true },
  },
  {
    name: 'nobody-imports-a-page',
    severity: 'error',
    comment: 'Pages are reached through the route table, each in a chunk of its own.',
    from: { path: '^(src|sw|server)/', pathNot: '^src/(pages/|words/|app/routes(\\.tsx?$|/))' },
    to: { path: '^src/pages/' },
  },
  {
    name: 'words-are-types',
    severity: 'error',
    comment: 'The index of sections names every page; loading one of them for it would load them all.',
    from: { path: '^src/words/' },
    to: { path: '^src/', pathNot: '^src/(core|words)/', dependencyTypesNot: ['type-only', 'type-import'] },
  },
  {
    name: 'pages-are-apart',
    severity: 'error',
    comment: 'What two pages share belongs into ui, state, bridge or src/pages/shared.',
    from: { path: '^src/pages/([^/]+)/' },
    to: { path: '^src/pages/', pathNot: ['^src/pages/$1/', '^src/pages/shared/'] },
  },
  {
    name: 'routes-are-lazy',
    severity: 'error',
    comment: 'A page that is imported statically ends up in the entry chunk.',
    from: { path: '^src/app/' },
    to: { path: '^src/(pages|games)/', dependencyTypesNot: ['dynamic-import', 'type-only'] },
  },
  {
    name: 'bridge-starts-the-worker',
    severity: 'error',
    comment: 'What else of the worker the page imports would run on the main thread.',
    from: { path: '^src/bridge/' },
    to: { path: '^src/worker/', pathNot: '^src/worker/([^/]+\\.worker|realm)\\.ts', dependencyTypesNot: ['type-only'] },
  },
  {
    name: 'sync-on-the-page-is-lazy',
    severity: 'error',
    comment: 'The one exception: realm.ts, loaded where a browser lets no worker start.',
    from: { path: '^src/bridge/' },
    to: { path: '^src/worker/realm\\.ts', dependencyTypesNot: ['dynamic-import', 'type-only'] },
  },
  {
    name: 'only-bridge-and-worker-know-comlink',
    severity: 'error',
    comment: 'Everybody else calls the functions of src/bridge.',
    from: { path: '^(src|sw|server)/', pathNot: '^src/(bridge|worker)/' },
    to: { path: npm('comlink') },
  },
  {
    name: 'no-react-outside-the-page',
    severity: 'error',
    comment: 'Workers and the platform render nothing.',
    from: { path: '^(sw|server|src/(core|data|api|worker|state))/' },
    to: { path: REACT },
  },
  {
    name: 'zod-mini-only',
    severity: 'error',
    comment: "The big build costs 90 KB more; write import * as z from 'zod/mini'.",
    from: { pathNot: '(^|/)node_modules/' },
    to: { path: '(^|/)node_modules/zod/', pathNot: ZOD_MINI },
  },
  {
    name: 'one-door-to-zod',
    severity: 'error',
    comment: "Pages must set zod up before its first schema, and workers have another library; write import * as z from '…/core/zod'.",
    from: { path: '^(src|sw)/', pathNot: '^src/core/zod\\.ts$' },
    to: { path: '(^|/)node_modules/zod/' },
  },
  {
    name: 'no-page-libraries-on-the-platform',
    severity: 'error',
    comment: 'They need a browser.',
    from: { path: '^server/' },
    to: { path: [...npm('zustand', 'comlink', 'idb'), '(^|/)node_modules/workbox-(core|routing|strategies|window|pre)'] },
  },
  {
    name: 'no-test-libraries-in-the-product',
    severity: 'error',
    comment: 'What npm start needs stands under dependencies.',
    from: { path: '^(src|sw|server)/' },
    to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '(^|/)node_modules/@types/' },
  },
  {
    name: 'resolvable',
    severity: 'error',
    comment: 'The file or package is not there.',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:' },
  },
];

module.exports = {
  forbidden: [...realms, ...others],
  options: {
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: ['(^|/)(dist|data|public)/.*\\.js$', '^node_modules/\\.'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json', '.d.ts'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
