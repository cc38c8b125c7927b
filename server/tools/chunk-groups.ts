/**
 * Which modules share a file. Few chunks: each costs a request, a line in the precache, and what compression loses. And
 * such that a deploy changes few of them: a file that names another by its hash changes with it.
 */
import type { Rolldown } from 'vite';

type Groups = NonNullable<Exclude<NonNullable<Rolldown.OutputOptions['codeSplitting']>, boolean>['groups']>;
type Graph = Parameters<Extract<NonNullable<Groups[number]['name']>, (...args: never) => unknown>>[1];

/** What every page needs of others' code, and the loader's own helpers. */
const LIBRARIES =
  /[\\/]node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|zustand)[\\/]|rolldown\/runtime|vite\/preload-helper/;
/** The files that the first script imports, and their styles. */
export const IN_ENTRY = /^assets\/(?:lib|frame|rolldown-runtime)-/;
/** All of the first script but main.tsx and the routes, which name every page's file. */
const FRAME = /[\\/]src[\\/](ui|state|core|bridge|app[\\/](?!routes))/;
/** The device's own store and what it is checked with: the first paint of a player who comes back. */
const STORE =
  /[\\/]src[\\/](data[\\/](?!outbox|old-choices|guest-feedback)|core[\\/](shapes[\\/](player|shape)|contract[\\/]headers)\.|core[\\/](intent-guard|consent-tags|in-naira|fairness[\\/](sha256|ascii))\.)|[\\/]node_modules[\\/]idb[\\/]/;
/** Everything that speaks with the platform. */
const CALLS = /[\\/]src[\\/](api|bridge|state|data|core[\\/](contract|shapes|outbox))[\\/]|[\\/]node_modules[\\/]comlink[\\/]|sync\.worker/;
/** Whoever speaks with the platform; a rule that one of them needs comes with it, or pages and it would import each other. */
const SPEAKERS = /[\\/]src[\\/](api|bridge|state|data)[\\/]/;
const RULES = /[\\/]src[\\/]core[\\/]/;
/** How rounds are decided: what every game has of it. The rules of one game come with its face. */
const ENGINES = /[\\/]src[\\/]core[\\/](fraction|games[\\/](engine|most-win|stepped))\./;
/** What the tables have in common. */
const TABLES = /[\\/]src[\\/]games[\\/](table[\\/]|face\.).*(?<!\.css)$/;
/** What slots have in common, beside the themes. */
const SLOTS = /[\\/]src[\\/](core[\\/]games[\\/]slots[\\/](lines?|slots|theme)\.|games[\\/]slots[\\/](?!words).*(?<!\.css)$)/;
/** What pages with forms and lists of the player have in common. */
const FORMS = /[\\/]src[\\/](ui[\\/]|pages[\\/]shared[\\/](?!profile|bonuses|promotions|use-help|use-kept|browse|favourites|board|feature)|games[\\/](faces|slots[\\/]words)\.|core[\\/](error-words|safe-next|prose|naira-text)\.)/;

/**
 * Chunks that are not precached but kept from their first use on: nobody needs them who has never had a connection since.
 * `realm` is the sync on the page, for browsers that let no worker start, `implied` a part of the worker and `pixel` one of
 * the page that few operators switch on; all that these three do is to talk with others.
 */
export const ON_FIRST_USE = ['operator', 'realm', 'implied', 'pixel', 'framed'] as const;

/** What only the operator's people see and ask for: one file, which no player loads. */
const OPERATOR = /[\\/]src[\\/](pages[\\/](admin[\\/](games|audit|approvals|people|promotions|messages|ListParts|use-polling|polling)|sign-up[\\/]invitation)|(bridge[\\/]actions|core[\\/]contract)[\\/](admin|approvals|admins|admin-promotions|support-team)\.|core[\\/]games[\\/]newness\.).*(?<!\.css)$/;

/** What bonuses and promotions are made of: small pages, which in files of their own would weigh more than they hold. */
const OFFERS = /[\\/]src[\\/](pages[\\/](promo|bonuses|shared[\\/](bonuses|promotions)|bonus-contribution|temp-(?!header)[a-z-]+)[\\/]|core[\\/](wagering|draw)\.).*(?<!\.css)$/;

/** What the lobby fetches once it stands: the hearts. */
const HEARTS = /[\\/]src[\\/](pages[\\/]shared[\\/]favourites|core[\\/]favourites|state[\\/]favourites)/;
/** And when it is asked for: search results with filters, games at length, the week's list. */
const BROWSE = /[\\/]src[\\/](pages[\\/]shared[\\/](browse[\\/]|board|FeatureGame|feature[.-]|use-kept)|games[\\/](volatility|pitches))/;

/**
 * Pages that are alike, together: what they have in common is packed once. None of these files is as heavy as one page may be.
 */
const ENTRIES = /[\\/]src[\\/]pages[\\/](sign-in|sign-up[\\/](?!invitation)|activate-email|reset-password|change-password)(?!.*\.css$)/;
const PERSON = /[\\/]src[\\/]pages[\\/](users-sessions|self-exclusion)[\\/](?!.*\.css$)/;
const REFERENCE = /[\\/]src[\\/]pages[\\/](games-history|nin|bank-codes)[\\/](?!.*\.css$)/;

/** Tells an advertising partner of page views, where there is one and the player agrees. */
const PIXEL = /[\\/]src[\\/]bridge[\\/]pixel/;

/** Around a game of another provider, which nobody plays without a connection. */
const FRAMED = /[\\/]src[\\/]pages[\\/]game[\\/]framed[\\/]|[\\/]src[\\/]core[\\/]frames[\\/]/;

/** The worker's own modules, as far as the page has them. */
const REALM = /[\\/]src[\\/]worker[\\/](?!sync\.worker)/;

/** A few rules each; in a file of their own they would cost a request each. */
const PAGE_STYLES = /[\\/]src[\\/](pages[\\/](?!games[\\/]|shared[\\/](?!bonuses))|games[\\/]).*\.css$/;

const LOBBY = /[\\/]pages[\\/]games[\\/]GamesPage\.tsx$/;
const BESIDE_LOBBY = /[\\/]src[\\/](?!pages[\\/]games[\\/])/;
/** What every visit starts after its first paint, and what a player's first paint waits for. */
const RUNTIME = /[\\/](bridge[\\/](runtime|hydrate|actions[\\/]games)|app[\\/]guide[\\/]start)\.ts$/;

/** What shows messages comes with what sends them. */
const TOASTS = /[\\/]ToastList\.tsx$/;

/** Whether a part of the app can't start without a module. */
function serves(part: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  if (part.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (graph.getModuleInfo(id)?.importers ?? []).some((importer) => serves(part, importer, graph, seen));
}

function callsOrActs(id: string, graph: Graph): 'calls' | 'acts' | null {
  if (TOASTS.test(id)) return 'calls';
  if (!CALLS.test(id) && !(RULES.test(id) && serves(SPEAKERS, id, graph))) return null;
  return serves(RUNTIME, id, graph) ? 'calls' : 'acts';
}

export const CHUNK_GROUPS: Groups = [
  // Changes only when a library does, so that a deploy of ours does not fetch it again.
  { name: 'lib', test: LIBRARIES, priority: 5 },
  // Apart from the entry, which names every page by its hash and so changes with every deploy: pages keep theirs.
  { name: 'frame', tags: ['$initial'], test: FRAME, priority: 3 },
  // The list of games, which the lobby, a category and a game's page show.
  { name: (id, graph) => (serves(LOBBY, id, graph) ? 'shelf' : null), debugName: 'shelf', test: BESIDE_LOBBY, priority: 2 },
  { name: 'hearts', test: HEARTS, priority: 3 },
  { name: 'browse', test: BROWSE, priority: 3 },
  { name: 'pages', test: PAGE_STYLES, priority: 2 },
  { name: 'store', test: STORE, priority: 1 },
  { name: 'operator', test: OPERATOR, priority: 1 },
  { name: 'offers', test: OFFERS, priority: 2 },
  { name: 'realm', test: REALM, priority: 1 },
  { name: 'pixel', test: PIXEL, priority: 1 },
  { name: 'framed', test: FRAMED, priority: 3 },
  { name: 'entries', test: ENTRIES, priority: 2 },
  { name: 'person', test: PERSON, priority: 2 },
  { name: 'reference', test: REFERENCE, priority: 2 },
  { name: 'engines', test: ENGINES },
  { name: 'slots', test: SLOTS },
  { name: 'tables', test: TABLES },
  { name: callsOrActs, debugName: 'calls' },
  { name: 'forms', test: FORMS },
];
