import { brand } from '../../../core/brand';
import type { KeptVerdict } from '../../../core/fairness/check-slice';
import type { PairReport } from '../../../core/fairness/rounds-report';
import type { EvidenceKind } from '../../../core/seen-seeds';
import { catalogue } from '../../../core/words/catalogue';
import { plural } from '../../../core/words/plural';

/** Words of the check of all kept rounds, and of the file with its proof. */
export const words = catalogue('pages/games-history/fairness', {
  title: 'Check your rounds',
  intro: 'This device saves a receipt of every round you play for money on it. Once the secret of a pair of seeds is public, it works out each of its rounds again, without asking us.',
  check: 'Check all rounds',
  checkAgain: 'Check again',
  checking: (done: number, of: number) => `Checked ${done} of ${Math.max(done, of)}`,
  progress: 'Rounds checked',
  noWorker: 'This browser can’t check rounds. The file below has everything to check them elsewhere.',
  noStore: 'This browser saves nothing, so there is nothing here to check.',
  noneTitle: 'No receipts on this device',
  noneText: 'They begin with the next round you play for money here.',
  fit: (n: number) => plural(n, { one: '1 round is as it was drawn', other: `All ${n} rounds are as they were drawn` }),
  fitOf: (n: number, of: number) => `${n} of ${of} rounds are as they were drawn`,
  waits: (n: number) =>
    plural(n, {
      one: '# round can’t be checked yet: the secret of its seeds is not public.',
      other: '# rounds can’t be checked yet: the secret of their seeds is not public.',
    }),
  allWait: 'Nothing to check yet',
  unknownGame: (n: number) => plural(n, { one: '# round is of a game that this version does not know.', other: '# rounds are of games that this version does not know.' }),
  otherRules: (n: number) =>
    plural(n, {
      one: '# round was played by other rules than this version of the app has. Their par sheet is in the proof, to check it elsewhere.',
      other: '# rounds were played by other rules than this version of the app has. Their par sheets are in the proof, to check them elsewhere.',
    }),
  noRules: (n: number) =>
    plural(n, {
      one: 'The rules of # round are not on this device yet. Check again when you are online.',
      other: 'The rules of # rounds are not on this device yet. Check again when you are online.',
    }),
  unnotedRules: (n: number) =>
    plural(n, {
      one: '# round fits rules that this device had not noted before the bet, so they may have been chosen to fit. It is not counted as drawn right.',
      other: '# rounds fit rules that this device had not noted before the bets, so they may have been chosen to fit. They are not counted as drawn right.',
    }),
  otherVersion: (n: number) =>
    plural(n, {
      one: '# of those that fit was played by another version of its game’s rules, and was checked by it.',
      other: '# of those that fit were played by other versions of their games’ rules, and were checked by them.',
    }),
  noVersion: (n: number) =>
    plural(n, {
      one: '# of those that fit names no version of its rules. It was checked by those of this version of the app.',
      other: '# of those that fit name no version of their rules. They were checked by those of this version of the app.',
    }),
  missing: (n: number) =>
    plural(n, {
      one: '# round is not on this device. It may have been played on another one, or before receipts were saved here.',
      other: '# rounds are not on this device. They may have been played on another one, or before receipts were saved here.',
    }),
  unknownRounds: (n: number) =>
    plural(n, {
      one: '# round is of a pair of seeds that may be public by now. Check again when you are online.',
      other: '# rounds are of pairs of seeds that may be public by now. Check again when you are online.',
    }),
  gone: (n: number) =>
    plural(n, {
      one: '# round is of a pair of seeds that we no longer name. It is missing, and can never be checked.',
      other: '# rounds are of pairs of seeds that we no longer name. They are missing, and can never be checked.',
    }),
  hidden: (n: number) =>
    plural(n, {
      one: '# number was drawn, but neither this device nor your history has its round.',
      other: '# numbers were drawn, but neither this device nor your history has their rounds.',
    }),
  unsealed: (n: number) =>
    plural(n, {
      one: '# round was not sealed: this device had not noted its commit before the bet.',
      other: '# rounds were not sealed: this device had not noted their commit before the bet.',
    }),
  noPart: (n: number) =>
    plural(n, {
      one: '# round had no fresh part: we could have known its result before you played.',
      other: '# rounds had no fresh part: we could have known their results before you played.',
    }),
  wrongTitle: (n: number) => plural(n, { one: '# round is not as it should be', other: '# rounds are not as they should be' }),
  wrongText: `This should not happen. Save the proof and send it to ${brand.complaintsEmail}: we look into every one of these rounds. Your money stays as it is until then.`,
  pairs: 'Pair by pair',
  pair: 'Pair',
  states: { revealed: 'Secret public', 'in-use': 'In use', missing: 'Missing', unknown: 'Not known to be public' } satisfies Record<PairReport['state'], string>,
  pairCount: (n: number) => plural(n, { zero: 'No round on this device', one: '# round', other: '# rounds' }),
  noGap: 'No number is missing.',
  missingNumbers: (numbers: string) => `Not here: ${numbers}.`,
  repeatedNumbers: (numbers: string) => `Twice: ${numbers}. No number may come twice.`,
  falselyOpen: (numbers: string) => `Said to be open: ${numbers}. No round can be open in a game that ends with its bet, or once the secret is public.`,
  hiddenNumbers: (numbers: string) => `Not in your history either: ${numbers}. They were drawn, but no device of yours got them.`,
  range: (first: number, last: number) => (first === last ? `${first}` : `${first} to ${last}`),
  beyond: (nonce: number) => `Round number ${nonce} is beyond the last one that we say was drawn.`,
  inUse: 'You can check it once its secret is revealed.',
  unknown: 'Check again when you are online: its secret may be public by now.',
  missingPair: 'We have listed all pairs since, and this one is not among them. It must not vanish: its secret has to become public.',
  seenSince: (when: string) => `This device has had the commit since ${when}.`,
  neverSeen: 'This device has no note of the commit from before a bet.',
  number: (nonce: number) => `number ${nonce}`,
  why: {
    'not-as-sent': 'it is about another draw, bet or step, or by other rules, than this device had sent',
    differs: 'its seeds give another result, stake or win',
    'wrong-seed': 'the secret does not fit the commit',
    'other-client-seed': 'it names another client seed than its pair had',
    'unpublished-rules': 'we do not publish the rules that it names',
    malformed: 'it is no round by the rules of its game',
  } satisfies Partial<Record<KeptVerdict, string>>,
  refused: (n: number) => plural(n, { one: '# bet was refused after it was sealed', other: '# bets were refused after they were sealed' }),
  refusedSum: (n: number, staked: string, paid: string, wins: number) =>
    `${plural(n, { one: '# that this device sent can be worked out by now.', other: '# that this device sent can be worked out by now.' })} For ${staked} staked ${paid} would have been paid; ${plural(wins, { zero: 'none would have won', one: '# would have won', other: '# would have won' })}. Refused bets win no more often than others: if these do, write to us.`,
  refusedListed: (n: number, staked: string, paid: string) =>
    `${plural(n, { one: '# that this device did not send is only on our list.', other: '# that this device did not send are only on our list.' })} For ${staked} staked ${paid} would have been paid.`,
  refusedWait: (n: number) => plural(n, { one: '# of them can’t be worked out yet: its secret is not public.', other: '# of them can’t be worked out yet: their secret is not public.' }),
  refusedOpen: (n: number) => plural(n, { one: '# of them would have gone on with your moves.', other: '# of them would have gone on with your moves.' }),
  refusedUnreadable: (n: number) => plural(n, { one: '# of them can’t be read by this version, or its secret is not the right one.', other: '# of them can’t be read by this version, or their secret is not the right one.' }),
  evidence: 'What does not fit',
  evidenceText: (email: string) => `This device saw or sent one thing and got another later. This must not happen. Save the proof and send it to ${email}.`,
  evidenceKinds: {
    'pair-gone': 'the pair of seeds in use was taken away without its secret.',
    'next-gone': 'another pair came than the one that was announced.',
    'client-seed-replaced': 'your part was replaced after rounds were drawn with it.',
    'used-again': 'a pair that was used up came into use again.',
    'other-draw': 'a round was drawn from another draw than its bet was sealed with.',
    'other-bet': 'a round was about another bet than was sent.',
    'other-rules': 'a round was played by other rules than the app had shown.',
    'other-action': 'a round was played with another step than the one that was sent.',
    'round-again': 'two different rounds came under one id. Both are saved.',
    'parts-dropped': 'bets brought a fresh part before; on this pair we take none.',
    'binding-dropped': 'bets named their draw before; then we said that we bind none.',
    'ended-early': 'a round was ended as an unfinished one, although its 24 hours were not over.',
  } satisfies Record<EvidenceKind, string>,
  evidenceOther: 'something that this version does not know.',
  expected: 'Seen or sent',
  answered: 'Got later',
  round: 'Round',
  seeds: 'Seeds in use',
  seedsText: 'The commit is the fingerprint of a secret drawn before you play. It can’t be changed any more.',
  seedsUnknown: 'This loads when you are online.',
  asOf: 'Saved copy,',
  next: 'Commit of the next pair',
  reveal: 'Reveal the secret',
  revealHint: 'Ends this pair and makes its secret public. The next pair starts with a new part that this device makes.',
  revealing: 'Revealing',
  revealed: 'The secret is public. You can check its rounds now.',
  save: 'Save the proof',
  saving: 'Writing the file',
  saveHint: 'One file with commits, secrets, receipts and how to check them on any computer. It names your rounds: keep it to yourself.',
  saved: (n: number) => plural(n, { one: 'Saved with # round.', other: 'Saved with # rounds.' }),
  saveFailed: 'The receipts could not be read just now.',
  howCheck: 'How to check one by hand',
  recipe: [
    'Amounts are in kobo: 100 kobo are one naira. Seeds are text: use their characters as they stand, not the bytes that they could stand for.',
    'The commit: SHA-256 of the 64 characters of serverSeed must be commit. On a computer with a terminal: printf %s SERVER_SEED | sha256sum',
    'The bytes of a round: HMAC-SHA256 with serverSeed as the key and clientSeed:nonce:block as the message, block being 0, then 1, 2 and on as more are needed. For block 0: printf %s "CLIENT_SEED:NONCE:0" | openssl dgst -sha256 -hmac SERVER_SEED',
    'The numbers: cut the bytes in fours and read each four as a number, highest byte first. For a choice out of n skip what is not below the largest multiple of n up to 4294967296, and take the remainder of a division by n.',
    'The rules: rules is the version that a round names, and parSheets has those that this device keeps: strips, pays and how numbers become a result. The version is the SHA-256 of the sheet with its members in order and no spaces: jq -cjS \'.parSheets."VERSION"\' FILE | sha256sum',
    'The result: the rules of each game say which choices are made in which order. In games of several steps the choices continue with each action, in the order of actions; abandoned means that the rule for unfinished rounds ended it.',
    'The order: within a pair of seeds the nonces are 0, 1, 2 and so on; none is missing but rounds of other devices, and none comes twice.',
    'The seal: sentSeeds is what the device had written down before it sent the bet, of a commit that it had seen; it must be commit, clientSeed, nonce and, where it names them, rules of the round. A round without it was not sealed on this device. The clientSeed of a round is that of its pair, a space, and 32 characters that the device made for this one bet.',
    'Refused bets: worked out like a round, from the commit, clientSeed and nonce that they name; isOwn tells those that this device sent. seenCommits says since when the device had each commit; evidence says what it was told otherwise.',
    'A round whose serverSeed is null can be checked when its pair is revealed.',
  ],
});
