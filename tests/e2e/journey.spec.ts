import type { Page } from '@playwright/test';
import { activationLink, inKobo, moneyOf, openAccount, putSession } from './support/api';
import { amountField, goToPay, payAtSimulator } from './support/deposit';
import { signUpOn } from './support/forms';
import { balanceShown, chip, expectDated, expectLive, expectReadyOffline, heading, koboIn, signOut, topBar } from './support/frame-of-page';
import { chooseMode, spin, spinButton } from './support/game';
import { newPerson, tracesOf } from './support/people';
import { LOBBY_HEADING, NOT_YOURS_HEADING, ROUTES } from './support/routes';
import { isLong, sample } from './support/sample';
import { storedAt } from './support/snapshots';
import { keptBy } from './support/storage';
import { LONG, POLL_LIMIT_MS, expect, ignoreWorkerRequests, test, useProduct } from './support/test';

ignoreWorkerRequests();

const MINUTE_MS = 60_000;
const ROUNDS = isLong ? 3 : 1;
const product = useProduct();

async function idsIn(page: Page) {
  const { local } = await keptBy(page);
  return { sessionId: local['sessionId'] ?? '', userId: local['userId'] ?? '' };
}

test('a new player joins, pays in, plays, loses the platform, keeps going, and leaves nothing behind', async ({ page, context }) => {
  const person = newPerson();

  await test.step('joins through the screens', async () => {
    await page.goto('/');
    await topBar(page).getByRole('link', { name: 'Join' }).click();
    await expect(page.getByRole('dialog', { name: 'Join' })).toBeVisible();
    await page.goto('/sign-up');
    const form = signUpOn(page);
    await form.fill(person);
    await form.sendButton.click();
    await expect(chip(page)).toContainText('₦0.00', { timeout: POLL_LIMIT_MS });
    await expect(heading(page)).toHaveText('Deposit');
  });

  await test.step('skips the offered limit, and confirms the e-mail by the link in the mail', async () => {
    await page.getByRole('button', { name: 'Not now' }).click();
    await expect(page.getByRole('heading', { name: 'Set your limits' })).toHaveCount(0);
    await expect(page.getByText('Confirm your e-mail first')).toBeVisible();
    await page.goto(await activationLink(context, person.email));
    await expect(page.getByText('Your e-mail is confirmed')).toBeVisible();
  });

  await test.step('pays ₦5,000 in on the simulator’s page, and has it within one poll', async () => {
    await expect(heading(page)).toHaveText('Deposit');
    await goToPay(page, '5,000');
    await payAtSimulator(page);
    await expect(page.getByRole('article', { name: 'It is on your balance' })).toBeVisible({ timeout: POLL_LIMIT_MS });
    await expect(chip(page)).toContainText('₦5,000.00', { timeout: POLL_LIMIT_MS });
    await expectLive(page);
  });

  const ids = await idsIn(page);

  await test.step('plays rounds of Adire Gold for money', async () => {
    await page.goto('/game/adire-gold');
    // Until the platform has answered the device may still hold the account as it was before the e-mail was confirmed, and open in practice.
    await expectLive(page);
    await chooseMode(page, 'money');
    for (let round = 0; round < ROUNDS; round += 1) await spin(page);
    const { real, rounds } = await moneyOf(context, ids);
    expect(rounds).toHaveLength(ROUNDS);
    await expect.poll(() => balanceShown(page)).toBe(real);
  });

  const money = await moneyOf(context, ids);

  await test.step('finds the rounds in the games history', async () => {
    // From here on the service worker controls the page and stores its answers.
    await expectReadyOffline(page);
    await page.goto('/games-history');
    const cards = page.locator('.history-card');
    await expect(cards).toHaveCount(ROUNDS);
    await expect(cards.first()).toContainText('Adire Gold');
    const totals = page.getByRole('region', { name: 'Totals of the period' });
    const staked = money.rounds.reduce((sum, round) => sum + inKobo(round.stake), 0);
    const won = money.rounds.reduce((sum, round) => sum + inKobo(round.win), 0);
    await expect.poll(async () => koboIn(await totals.getByText('Staked', { exact: true }).locator('..').innerText())).toBe(staked);
    expect(koboIn(await totals.getByText('Won', { exact: true }).locator('..').innerText())).toBe(won);
  });

  await test.step('finds every kobo in the transactions history', async () => {
    await page.goto('/transactions-history');
    // A round is one row: its stake and its win together.
    const lines = page.locator('.history-line');
    await expect(lines).toHaveCount(1 + ROUNDS);
    // The names of games come with the catalogue, which may come after the history.
    await expect(lines.filter({ hasText: 'Adire Gold' })).toHaveCount(ROUNDS);
    const texts = await lines.allInnerTexts();
    const shown = texts.map((text) => koboIn(text.split('\n').find((line) => /^[+−]?₦/.test(line)) ?? ''));
    const nets = money.rounds.map(({ stake, win }) => inKobo(win) - inKobo(stake));
    expect(shown).toEqual([...nets, money.real - nets.reduce((sum, net) => sum + net, 0)]);
    expect(shown.reduce((sum, amount) => sum + amount, 0)).toBe(money.real);
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    const references = money.transactions.map(({ reference }) => reference);
    expect(await page.getByRole('main').innerText().then((text) => references.filter((reference) => text.includes(reference))), 'ids stand under the details').toEqual([]);
    await lines.first().click();
    await expect(page.getByText(references[0] ?? '', { exact: true })).toBeVisible();
    await expect.poll(() => balanceShown(page)).toBe(money.real);
    const wins = money.rounds.filter(({ win }) => win > 0).length;
    expect(money.transactions).toHaveLength(1 + ROUNDS + wins);
  });

  const traces = [
    ...tracesOf(person), ids.sessionId, ids.userId,
    ...money.rounds.map(({ roundId }) => roundId),
    ...money.deposits.map(({ depositId }) => depositId),
  ];

  await test.step('while signed in the session’s id is in local storage and nowhere else', async () => {
    await page.goto('/profile');
    await expectReadyOffline(page);
    await expectLive(page);
    const { local, rest } = await keptBy(page);
    expect(local['sessionId']).toBe(ids.sessionId);
    expect(Object.keys(local).filter((entry) => local[entry]?.includes(ids.sessionId))).toEqual(['sessionId']);
    expect(rest).not.toContain(ids.sessionId);
    expect(rest).not.toContain(person.password);
    // Without this check, finding nothing after the sign-out below would prove nothing.
    expect(rest).toContain(person.email);
    expect(rest).toContain(ids.userId);
  });

  await test.step('all of it is stored on the device', async () => {
    await expect.poll(async () => Object.keys(await storedAt(page))).toEqual(expect.arrayContaining(['balance', 'profile', 'rounds', 'transactions']));
  });

  await test.step('the platform’s process ends, and the pages still open by their addresses', async () => {
    await product().kill();
    const amount = (await chip(page).innerText()).match(/₦[\d,.]+/)?.[0] ?? '';
    // A player opens all of them in offline-routes.spec.ts.
    for (const { path, who, heading: expected } of sample(ROUTES, 32)) {
      await page.goto(path);
      // Guests' pages send a player to the lobby; the operator's says whose it is, and has no balance.
      const isGuests = who === 'guest';
      const isAdmins = who === 'admin';
      await expect(heading(page), path).toHaveText(isGuests ? LOBBY_HEADING : isAdmins ? NOT_YOURS_HEADING : expected);
      await expect.poll(() => new URL(page.url()).pathname, path).toBe(isGuests ? '/' : path);
      if (isAdmins) continue;
      await expect(chip(page), path).toContainText(amount);
      await expect(chip(page).locator('time.balance-age'), path).toHaveText(/^(just now|\d+ min ago|as of .+)$/);
    }
    await page.goto('/profile');
    await expectDated(page, amount);
  });

  await test.step('the histories are there, with their age', async () => {
    await page.goto('/games-history');
    await expect(page.locator('.history-card')).toHaveCount(ROUNDS);
    await page.goto('/transactions-history');
    await expect(page.locator('.history-line')).toHaveCount(1 + ROUNDS);
    await expect(page.getByRole('main').getByText('Saved copy').first()).toBeVisible();
  });

  await test.step('the deposit page keeps what is typed and says that acting needs a connection', async () => {
    await page.goto('/deposit');
    await amountField(page).fill('750');
    await expect(page.getByText('You need a connection to deposit.')).toBeVisible({ timeout: POLL_LIMIT_MS });
    await expect(amountField(page)).toHaveValue('750');
  });

  await test.step('the help is searched', async () => {
    await page.goto('/help');
    await page.getByRole('searchbox').fill('password');
    await expect(page.locator('details.answer').first()).toBeVisible();
    await page.locator('details.answer summary').first().click();
    await expect(page.locator('details.answer .prose').first()).toBeVisible();
  });

  await test.step('a practice round is played', async () => {
    await page.goto('/game/adire-gold');
    await chooseMode(page, 'practice');
    await spin(page);
  });

  await test.step('the platform comes back, and with the next poll the balance is live again', async () => {
    await product().start();
    await expectLive(page);
    await expect(chip(page)).toContainText(/₦[\d,]+\.\d\d/);
    expect(koboIn(await chip(page).innerText())).toBe(money.real);
    await page.goto('/game/adire-gold');
    await chooseMode(page, 'money');
    await expect(spinButton(page)).toHaveAttribute('data-kind', 'ready');
  });

  await test.step('signing out leaves nothing of the player in any storage of the browser', async () => {
    await signOut(page);
    const readStorage = async () => {
      const { local, rest } = await keptBy(page);
      const all = JSON.stringify(local) + rest;
      return traces.filter((trace) => trace !== '' && all.includes(trace));
    };
    await expect.poll(readStorage).toEqual([]);
    const { local } = await keptBy(page);
    expect(Object.keys(local)).not.toContain('sessionId');
    expect(Object.keys(local)).not.toContain('userId');
    await page.reload();
    await expect(topBar(page).getByRole('link', { name: 'Sign in' })).toBeVisible();
    expect(await readStorage()).toEqual([]);
  });

  await test.step('and the session is over on the platform', async () => {
    await expect(moneyOf(context, ids)).rejects.toThrow(/ 401: /);
  });
});

test('a figure from before the connection was lost shows its time', LONG, async ({ page }) => {
  const account = await openAccount(page.context(), { naira: 200 });
  await putSession(page, account);
  await page.goto('/');
  await expectReadyOffline(page);
  await page.goto('/profile');
  await expectLive(page);
  await product().stop();
  try {
    await page.clock.setFixedTime(Date.now() + 5 * MINUTE_MS);
    await page.goto('/profile');
    await expect(chip(page)).toContainText('₦200.01');
    await expect(chip(page).locator('time.balance-age')).toHaveText(/^as of (\d\d:\d\d|\d+ \w+)$/);
    await expect(page.locator('.connection-pill')).toHaveText(/^You are offline · Balance as of /);
  } finally {
    await product().start();
  }
});

// A guest opens all of them in offline-routes.spec.ts.
test('a guest opens the pages for guests, and content pages, with the platform gone', LONG, async ({ page }) => {
  await page.goto('/');
  await expectReadyOffline(page);
  await product().stop();
  try {
    for (const { path, heading: expected } of sample(ROUTES.filter(({ who }) => who === 'all' || who === 'guest'), 4)) {
      await page.goto(path);
      await expect(heading(page), path).toHaveText(expected);
      await expect.poll(() => new URL(page.url()).pathname, path).toBe(path);
    }
    await page.goto('/deposit');
    await expect(page).toHaveURL(/\/sign-in\?next=%2Fdeposit$/);
    await expect(heading(page)).toHaveText('Sign in');
  } finally {
    await product().start();
  }
});
