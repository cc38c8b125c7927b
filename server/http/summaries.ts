/** Describes each call of the contract by its name. The sentences are apart from the contract, because phones load that and never show them. */
export const SUMMARIES: Readonly<Record<string, string>> = {
  listAdminGames: 'Every game, disabled ones too',
  patchAdminGame: 'Change a game; needs If-Match, answers 412 with the current version on a conflict',
  orderAdminGames: 'Set the order of all games; needs If-Match with the version of the order, answers 412 with the current one',
  switchAdminGames: 'Switch every game on or off at once',
  listAudit: 'What admins did, newest first; with `subject` everything about one thing, a reveal of seeds too',

  getDesk: 'What the admin who asks may do at the desk',
  setAdminRoles: 'Sets what an admin may do; asks for the password of the owner who acts',
  listAdmins: 'The admins, and the invitations that are open',
  inviteAdmin: 'Invite somebody to become an admin; the mail goes out once another admin has confirmed it, from the only admin at once. It replaces one that is open for the address',
  confirmInvitation: 'Confirm another admin’s invitation, which mails it; 403 not-counted where the two may be one person, 409 conflict',
  revokeInvitation: 'Take an invitation back',
  confirmAdmin: 'Confirm that an admin is a person of their own; 403 not-counted where the two may be one person, 409 conflict',
  removeAdmin: 'Take an admin’s role away: ends their sessions, undoes what of theirs is pending; 401 invalid-credentials, 403 not-counted on one’s first day and where the two may be one person, 409 conflict for one’s own',
  setOwnPassword: 'Set the first password of one’s own; 409 conflict where there is one',
  acceptInvitation: 'Become an admin with the token of an invitation; 400 token-invalid for one that is used, late or unknown',

  antiForgery: 'Sets the XSRF-TOKEN cookie',

  listApprovals: 'Withdrawals that wait for people, oldest first; with `state=decided` those that were decided, newest first',
  approveWithdrawal: 'Approve a withdrawal; the same admin’s second approval changes nothing. 403 own-request, 403 not-counted, 409 conflict where it is decided',
  refuseWithdrawal: 'Refuse a withdrawal and give the money back; 403 own-request, 409 conflict where it is decided',

  signUp: 'Open an account; signed in at once',
  signIn: 'Sign in with username or e-mail',
  signOut: 'End the session named by X-SessionId; 204 also when it is gone',
  confirmPassword: 'Give the password again',
  revokeByHash: 'End the session whose id has this SHA-256; 204 also when it is gone',
  activateEmail: 'Activate the e-mail address with the token from the mail',
  resendActivation: 'Send the mail that confirms the e-mail again',

  listBonuses: 'Bonuses of every state: those that run first, then the newest; with what can be withdrawn now',
  forfeitBonus: 'Give a bonus up, with what is in it',

  createDeposit: 'Start a deposit',
  claimDeposit: 'Say that the bank took the money of a deposit, with the bank’s reference',
  chooseForDeposit: 'Credit a deposit that is held, or have it sent back to where it came from',
  getDepositOptions: 'Deposit methods with their limits',
  listDeposits: 'Deposits, newest first',
  getDeposit: 'One deposit; asks the gateway when it is still pending',
  listTransactions: 'Every ledger entry of the player, newest first, with totals of the period',
  getOperation: 'What became of an idempotency key; 404 = never seen, so the same request may be sent again under this key',
  closeOperation: 'Close an idempotency key that was never used, so that its request moves nothing if it arrives later; answers what became of it',

  postConsent: 'Consents the player has given',
  deleteConsent: 'Withdraw a consent',
  listConsents: 'Every consent given and withdrawn, newest first: the receipts',

  getDetails: 'The player’s own names, phone and address',
  patchDetails: 'Change them; needs If-Match, answers 412 with the details as they are now on a conflict',

  listAdminDraws: 'The draws that are not over, with what two admins have to do for them',
  commitDrawSecret: 'Commit to a secret for a draw; a commit can’t be changed, and the same one again changes nothing',
  revealDrawSecret: 'Reveal the secret once the entries are frozen',

  listDraws: 'The draw that runs, then those of the weeks before, newest first',
  getDrawProof: 'The seed, the entries and what decided a draw that is over',

  listFavourites: 'The games that the player marked, newest first',
  addFavourite: 'Mark a game',
  removeFavourite: 'Take the mark off a game',

  launchGame: 'Launch a game of another provider: a token for one use, for this player and game; ends what stood in a frame before',
  getRoundReplay: 'Where the provider of a round in a frame shows it again: a link for five minutes, by which nothing can be staked',
  getLaunch: 'The state of a launched game; asked for while its frame is on screen',
  endLaunch: 'End a launch whose frame is gone from the screen: nothing is staked in it any more',

  listGames: 'The enabled games in the order of the lobby',
  getGame: 'One game',
  getParSheet: 'The rules of a game and what follows from them, as played now: the SHA-256 of the body is the version, and the ETag',
  getParSheetVersion: 'The same of one version, as rounds name it; it never changes',
  playRound: 'Play one round: stake, outcome and win are one transaction; in games of several steps, start one',
  playAction: 'Act in an open round; what the action stakes and what the round pays are one transaction',
  listOpenRounds: 'The rounds in which the player acts next, oldest first; on every device',
  listRounds: 'Rounds, newest first, with totals of the period',
  getFairness: 'The commit of the next rounds, the client seed and the next nonce',
  listRevealedPairs: 'Every pair of seeds that was revealed, newest first; the nonce is the number of rounds drawn from it',
  setClientSeed: 'Choose the client seed after the commit was shown; starts a new pair when rounds were played on this one',
  rotateSeeds: 'Reveal the server seed and start a new pair',
  getRound: 'One round as it was shown',

  getIdentity: 'Whether the player’s identity is verified',
  verifyIdentity: 'Prove who the player is; the number is checked and not kept',

  getLeaderboard: 'The highest multipliers of a week, of all games or one',
  getLeaderboardChoice: 'Whether the player is seen on the leaderboard, and as whom',
  setLeaderboardChoice: 'Be seen on the leaderboard, or not',

  listLookalikes: 'Players whose identity is shown, and whom another account stops that looks like theirs, oldest first; at most 100',
  listIdentityPairs: 'Accounts that have shown one identity: those about which something is proposed, and those of the account of this username or e-mail',
  proposeForPair: 'Propose a decision about the two; another admin confirms. 403 own-request, 409 conflict where the same one waits already',
  confirmForPair: 'Confirm the proposal, which is carried out at once. 403 own-request, 403 not-counted, 409 conflict where it is over',
  withdrawForPair: 'Withdraw the proposal; any admin may',

  changePassword: 'Change the password; all other sessions end',
  requestPasswordReset: 'Ask for a mail to set a new password with; 202 also for an unknown address',
  resetPassword: 'Set a new password with the token from the mail; all sessions end',
  changeEmail: 'Move the account to another e-mail address, once that is confirmed',

  getPlace: 'Whether the place is served, the minimum age and the licence there',

  getHealth: 'Whether the platform is well; 503 when money can’t be moved',

  getProfile: 'Who the player is, and the consents given',
  getBalance: 'The balances; the spendable one has the type Real',
  getBonusWallet: 'The bonus wallets of every status',
  getAccount: 'Role, verification, activation, protection and language',

  listPromotions: 'What is offered, with its exact terms; what is switched off, too',
  listClaimable: 'What the player can claim now, and why not',
  claimPromotion: 'Claim a promotion, on the terms of that version',
  listAdminPromotions: 'Every promotion, with what it has cost so far',
  workOutPromotionCosts: 'What one claim on these terms would cost the house and bring players',
  patchAdminPromotion: 'Switch a promotion off, at once and by one admin; needs If-Match, 412 with the current version on a conflict',
  proposePromotion: 'Propose other terms for claims from then on; another admin confirms. Needs If-Match; 409 conflict where one waits already',
  confirmPromotion: 'Confirm another admin’s proposal, which holds from then on; needs If-Match with the promotion’s version. 403 not-counted, 409 conflict',
  withdrawProposal: 'Withdraw a proposal; any admin may',

  getProtection: 'Limits and what is left of them, reality check, break or exclusion, net deposits and time played',
  setLimit: 'Set a limit: a lower one at once, a higher one after 24 hours and a confirmation',
  confirmLimit: 'Confirm a higher limit after its 24 hours',
  dropPendingLimit: 'Drop a higher limit that waits; 204 also where none does',
  setRealityCheck: 'Set the time between reality checks: a shorter one at once, a longer one after 24 hours',
  acknowledgeRealityCheck: 'Acknowledge a reality check: play may go on until the next one',
  answerLimitsOffer: 'Record that the player was offered limits and has answered',
  exclude: 'Take a break or exclude oneself, at once; can’t be undone or made shorter',

  listRefusedBets: 'Bets that were refused after they named the draw they were for, newest first',

  listSessions: 'The open sessions, this one first, and those that ended in the last 30 days',
  revokeSession: 'Sign one device out; 204 also when it was out already, 409 for this one',
  revokeOtherSessions: 'Sign every other device out',
  requestArchive: 'Everything the platform keeps of the player, as one file to download',
  closeAccount: 'Close the account: every session ends, marketing stops',

  getStatement: 'Entries oldest first, to be checked by anybody who has them: the chain begins with the account',

  listAdminThreads: 'Threads that wait for the team, oldest first; with `state` others, newest first',
  getAdminPicture: 'The picture of a message, as base64',
  answerThread: 'Answer; 409 conflict where there are messages newer than the last one that was seen',
  closeThread: 'Close a thread in which nothing is left to answer; a second time changes nothing. 409 conflict as for an answer',

  listThreads: 'The player’s messages and what the team answered, newest thread first',
  sendMessage: 'Write to the support team',
  sendFeedback: 'Tell what is good or bad; a thread of its own',
  sendGuestFeedback: 'Feedback without an account',
  readThread: 'Record that the player has seen the answers',

  listBankAccounts: 'The bank accounts that may be paid out to, newest first',
  enquireAccount: 'Whether this account is the player’s own by its bank’s word; of another’s it says nothing more',
  addBankAccount: 'Store a bank account; 422 name-mismatch where the bank has it under another name. One that is stored already is the answer',
  removeBankAccount: 'Remove a bank account; withdrawals under way to it go on',
  getWithdrawalOptions: 'What may be paid out now, and what is missing before',
  createWithdrawal: 'Ask for a withdrawal; the amount is held at once and never goes back into play',
  listWithdrawals: 'Withdrawals, newest first',
  getWithdrawal: 'One withdrawal; asks the gateway when it is on its way',
};
