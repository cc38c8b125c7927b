/** The archive's files about money: the ledger, payments, rounds and bonuses. */
import { CURRENCY } from '../../../src/core/contract/primitives';
import { kobo, koboToNaira } from '../../../src/core/money';
import { accountNameOf } from '../../ledger/accounts';
import { count, computed, naira, text, time } from './csv-cells';
import type { Row } from './csv-cells';
import { toInstant } from './section';
import type { Section } from './section';

const amountOf = (value: unknown): number => koboToNaira(kobo(Number(value)));

/** Returns `real`, `held`, `suspense` or `bonus:<walletId>`. */
const accountName = ({ user_id: userId, account_id: accountId }: Row): string => accountNameOf(String(userId), String(accountId));

export const MONEY_SECTIONS: readonly Section[] = [
  {
    file: 'ledger.csv',
    description: 'Every movement of your money, in order, with the balance before and after it and its link in the chain.',
    format: 'csv',
    sql: `SELECT e.entry_id::text AS entry_id, e.user_id, e.account_id, e.at, e.kind, e.amount, e.balance_before, e.balance_after,
            t.reference, encode(e.hash, 'hex') AS hash
          FROM ledger_entry e JOIN ledger_transaction t USING (transaction_id)
          WHERE e.user_id = $1 AND e.balance_after IS NOT NULL ORDER BY e.entry_id`,
    columns: {
      entryId: text('entry_id'), at: time('at'), kind: text('kind'), account: computed(accountName), amount: naira('amount'),
      balanceBefore: naira('balance_before'), balanceAfter: naira('balance_after'), reference: text('reference'), hash: text('hash'),
    },
  },
  {
    file: 'corrections.csv',
    description: 'Every correction that people made, and what they wrote to you about it. Its entry in ledger.csv has its id as the reference, or that of the payment.',
    format: 'csv',
    sql: `SELECT proposal_id, kind, amount, reason_code, player_text, takes_back, ended_at FROM correction
          WHERE user_id = $1 AND end_reason = 'confirmed' ORDER BY ended_at, proposal_id`,
    columns: {
      correctionId: text('proposal_id'), at: time('ended_at'), kind: text('kind'), amount: naira('amount'), reason: text('reason_code'),
      text: text('player_text'), takesBack: text('takes_back'),
    },
  },
  {
    file: 'deposits.csv',
    description: 'Every deposit you started, and its result.',
    format: 'csv',
    sql: `SELECT deposit_id, reference, method, amount, currency, state, gateway, bank_code, created_at, updated_at, expires_at, claimed_at,
            sent_back_at FROM deposit WHERE user_id = $1 ORDER BY created_at, deposit_id`,
    columns: {
      depositId: text('deposit_id'), reference: text('reference'), method: text('method'), amount: naira('amount'), currency: text('currency'),
      state: text('state'), paymentService: text('gateway'), bankCode: text('bank_code'), createdAt: time('created_at'),
      updatedAt: time('updated_at'), expiresAt: time('expires_at'), claimedAt: time('claimed_at'),
      sentBackAt: time('sent_back_at'),
    },
  },
  {
    file: 'deposit-steps.csv',
    description: 'The steps of each deposit, and the bank references that you told us.',
    format: 'csv',
    sql: `SELECT d.deposit_id, s.at, s.step, s.detail FROM deposit d JOIN deposit_step s USING (deposit_id) WHERE d.user_id = $1
          UNION ALL
          SELECT d.deposit_id, c.at, 'bank-reference', c.bank_reference FROM deposit d JOIN deposit_claim c USING (deposit_id) WHERE d.user_id = $1
          ORDER BY at, deposit_id, step, detail`,
    columns: { depositId: text('deposit_id'), at: time('at'), step: text('step'), detail: text('detail') },
  },
  {
    file: 'deposit-returns.csv',
    description: 'Every attempt to send back a deposit that came too late.',
    format: 'csv',
    sql: `SELECT r.deposit_id, r.reference, r.state, r.reason, r.created_at, r.updated_at FROM deposit d JOIN deposit_return r USING (deposit_id)
          WHERE d.user_id = $1 ORDER BY r.created_at, r.return_id`,
    columns: {
      depositId: text('deposit_id'), reference: text('reference'), state: text('state'), reason: text('reason'), askedAt: time('created_at'),
      updatedAt: time('updated_at'),
    },
  },
  {
    file: 'bank-accounts.csv',
    description: 'Your bank accounts, with the last four digits of their numbers.',
    format: 'csv',
    sql: `SELECT bank_account_id, bank_code, bank_name, last_four, account_name, added_at, used_at
          FROM bank_account WHERE user_id = $1 ORDER BY added_at, bank_account_id`,
    columns: {
      bankAccountId: text('bank_account_id'), bankCode: text('bank_code'), bankName: text('bank_name'), lastFour: text('last_four'),
      accountName: text('account_name'), addedAt: time('added_at'), firstPaidAt: time('used_at'),
    },
  },
  {
    file: 'former-bank-accounts.csv',
    description: 'Bank accounts that you removed. We store them so that nobody gets past a break or a limit with another account here.',
    format: 'csv',
    sql: `SELECT bank_code, bank_name, last_four, account_name, added_at, removed_at
          FROM former_bank_account WHERE user_id = $1 ORDER BY removed_at, account_ref, account_name`,
    columns: {
      bankCode: text('bank_code'), bankName: text('bank_name'), lastFour: text('last_four'), accountName: text('account_name'),
      addedAt: time('added_at'), removedAt: time('removed_at'),
    },
  },
  {
    file: 'withdrawals.csv',
    description: 'Every withdrawal you requested, and its result.',
    format: 'csv',
    sql: `SELECT withdrawal_id, reference, amount, currency, state, bank_code, bank_name, last_four,
            account_name, reason, gateway, created_at, decided_at, updated_at
          FROM withdrawal WHERE user_id = $1 ORDER BY created_at, withdrawal_id`,
    columns: {
      withdrawalId: text('withdrawal_id'), reference: text('reference'), amount: naira('amount'), currency: text('currency'),
      state: text('state'), bankCode: text('bank_code'), bankName: text('bank_name'), lastFour: text('last_four'),
      accountName: text('account_name'), reason: text('reason'), paymentService: text('gateway'), createdAt: time('created_at'),
      decidedAt: time('decided_at'), updatedAt: time('updated_at'),
    },
  },
  {
    file: 'withdrawal-steps.csv',
    description: 'The steps of each withdrawal.',
    format: 'csv',
    sql: `SELECT withdrawal_id, at, step, detail FROM withdrawal_step WHERE user_id = $1 ORDER BY step_id`,
    columns: { withdrawalId: text('withdrawal_id'), at: time('at'), step: text('step'), detail: text('detail') },
  },
  {
    file: 'rounds.json',
    description: 'Every round you played: bet, outcome, win, the seeds that it was drawn from, and the version of its rules.',
    format: 'list',
    sql: `SELECT round_id, game_id, at, stake, win, bonus_staked, bonus_won, bonus_converted, free_spin_of, balance_before, balance_after, bet, outcome, seed_pair_id, client_seed, nonce, rules,
            first_stake, actions, abandoned, started_at
          FROM round WHERE user_id = $1 ORDER BY at, round_id`,
    toJson: (row) => ({
      roundId: row['round_id'],
      gameId: row['game_id'],
      at: toInstant(row['at']),
      stake: amountOf(row['stake']),
      win: amountOf(row['win']),
      bonusStaked: amountOf(row['bonus_staked']),
      bonusWon: amountOf(row['bonus_won']),
      becameYours: amountOf(row['bonus_converted']),
      freeSpinOf: row['free_spin_of'],
      currency: CURRENCY,
      balanceBefore: amountOf(row['balance_before']),
      balanceAfter: amountOf(row['balance_after']),
      bet: row['bet'],
      outcome: row['outcome'],
      seedPairId: row['seed_pair_id'],
      clientSeed: row['client_seed'],
      nonce: row['nonce'],
      rules: row['rules'],
      ...(row['started_at'] !== null && {
        startedAt: toInstant(row['started_at']), firstStake: amountOf(row['first_stake']), actions: row['actions'], settledByTheRule: row['abandoned'],
      }),
    }),
  },
  {
    file: 'framed-games.json',
    description: 'Games of other providers that you opened: when, from where, and how they ended.',
    format: 'list',
    sql: `SELECT launch_id, game_id, provider, made_at, exchanged_at, country, region, seen_at, ended_at, end_reason
          FROM frame_launch WHERE user_id = $1 ORDER BY made_at, launch_id`,
    toJson: (row) => ({
      launchId: row['launch_id'],
      gameId: row['game_id'],
      provider: row['provider'],
      openedAt: toInstant(row['made_at']),
      takenByTheProviderAt: toInstant(row['exchanged_at']),
      country: row['country'],
      state: row['region'],
      lastSeenAt: toInstant(row['seen_at']),
      endedAt: toInstant(row['ended_at']),
      endReason: row['end_reason'],
    }),
  },
  {
    file: 'framed-rounds.json',
    description: 'Rounds of those games, as their providers reported them: your stakes, what was given back, and your wins.',
    format: 'list',
    sql: `SELECT round_id, launch_id, game_id, provider, provider_round, staked, returned, won, started_at, settled_at
          FROM frame_round WHERE user_id = $1 ORDER BY started_at, round_id`,
    toJson: (row) => ({
      roundId: row['round_id'],
      launchId: row['launch_id'],
      gameId: row['game_id'],
      provider: row['provider'],
      roundIdOfTheProvider: row['provider_round'],
      startedAt: toInstant(row['started_at']),
      settledAt: toInstant(row['settled_at']),
      staked: amountOf(row['staked']),
      givenBack: amountOf(row['returned']),
      won: amountOf(row['won']),
      currency: CURRENCY,
    }),
  },
  {
    file: 'open-rounds.json',
    description: 'Rounds that are not finished: your stakes and actions so far. They leave out what the round still hides from you.',
    format: 'list',
    sql: `SELECT round_id, game_id, started_at, settles_at, first_stake, stake, bonus_staked, balance_before, bet, actions, seed_pair_id, client_seed, nonce, rules
          FROM open_round WHERE user_id = $1 ORDER BY started_at, round_id`,
    toJson: (row) => ({
      roundId: row['round_id'],
      gameId: row['game_id'],
      startedAt: toInstant(row['started_at']),
      settlesAt: toInstant(row['settles_at']),
      firstStake: amountOf(row['first_stake']),
      stake: amountOf(row['stake']),
      bonusStaked: amountOf(row['bonus_staked']),
      currency: CURRENCY,
      balanceBefore: amountOf(row['balance_before']),
      bet: row['bet'],
      actions: row['actions'],
      seedPairId: row['seed_pair_id'],
      clientSeed: row['client_seed'],
      nonce: row['nonce'],
      rules: row['rules'],
    }),
  },
  {
    file: 'bonuses.csv',
    description: 'Every bonus you claimed, with its wagering and its result.',
    format: 'csv',
    sql: `SELECT wallet_id, promotion_id, name, state, granted, requirement, progress, converted, lost, max_stake, spins, spins_left,
            deposit_id, claimed_at, activated_at, CASE WHEN paused_at IS NULL THEN expires_at END AS expires_at, ended_at, end_reason
          FROM bonus_wallet WHERE user_id = $1 ORDER BY claimed_at, wallet_id`,
    columns: {
      walletId: text('wallet_id'), promotionId: text('promotion_id'), name: text('name'), state: text('state'), granted: naira('granted'),
      toWager: naira('requirement'), wagered: naira('progress'), becameYours: naira('converted'), lost: naira('lost'), maxStake: naira('max_stake'),
      freeSpins: count('spins'), freeSpinsLeft: count('spins_left'), depositId: text('deposit_id'), claimedAt: time('claimed_at'),
      activatedAt: time('activated_at'), expiresAt: time('expires_at'), endedAt: time('ended_at'), endReason: text('end_reason'),
    },
  },
  {
    file: 'bonus-rounds.csv',
    description: 'The amounts that each round took from a bonus, paid back to it, and counted toward its wagering.',
    format: 'csv',
    sql: `SELECT w.round_id, w.wallet_id, r.at, w.staked, w.won, w.counted, w.contribution
          FROM bonus_wager w JOIN round r USING (round_id) WHERE w.user_id = $1 ORDER BY r.at, w.round_id, w.wallet_id`,
    columns: {
      roundId: text('round_id'), walletId: text('wallet_id'), at: time('at'), staked: naira('staked'), won: naira('won'),
      counted: naira('counted'), contributionInTenThousandths: count('contribution'),
    },
  },
  {
    file: 'refused-bets.json',
    description: 'Bets that were refused after your device had said which draw they were for, and why.',
    format: 'list',
    sql: `SELECT key, game_id, at, code, stake, bet, commit_hash, client_seed, nonce, rules FROM refused_bet WHERE user_id = $1 ORDER BY number`,
    toJson: (row) => ({
      key: row['key'],
      gameId: row['game_id'],
      at: toInstant(row['at']),
      reason: row['code'],
      stake: amountOf(row['stake']),
      currency: CURRENCY,
      bet: row['bet'],
      commit: row['commit_hash'],
      clientSeed: row['client_seed'],
      nonce: row['nonce'],
      rules: row['rules'],
    }),
  },
  {
    file: 'seeds.csv',
    description: 'The seeds of your rounds. The server’s seed of a pair is there only after the pair was revealed, because your next rounds depend on the current one.',
    format: 'csv',
    sql: `SELECT seed_pair_id, state, commit_hash, client_seed, client_seed_by, nonce, CASE WHEN state = 'revealed' THEN server_seed END AS server_seed,
            created_at, revealed_at
          FROM seed_pair WHERE user_id = $1 ORDER BY number`,
    columns: {
      seedPairId: text('seed_pair_id'), state: text('state'), commit: text('commit_hash'), clientSeed: text('client_seed'), clientSeedChosenBy: text('client_seed_by'),
      rounds: count('nonce'), serverSeed: text('server_seed'), createdAt: time('created_at'), revealedAt: time('revealed_at'),
    },
  },
];
