/** Fills the sign-up and sign-in forms, on the page and in the dialog. */
import type { Locator, Page } from '@playwright/test';
import { expect } from './test';
import type { Person } from './people';

export type SignUpField = 'email' | 'username' | 'password' | 'firstname' | 'lastname' | 'dateOfBirth' | 'phone';

/** The fields of the first step; the rest is on the second. */
export const FIRST_STEP: readonly SignUpField[] = ['email', 'username', 'password'];
const SECOND_STEP: readonly SignUpField[] = ['firstname', 'lastname', 'dateOfBirth', 'phone'];

/** The sign-up form inside `place`. */
export class SignUpForm {
  readonly place: Locator;

  constructor(place: Locator) {
    this.place = place;
  }

  field(name: SignUpField | 'acceptTerms'): Locator {
    return this.place.locator(`input[name="${name}"]`);
  }

  get terms(): Locator {
    return this.field('acceptTerms');
  }

  get goOnButton(): Locator {
    return this.place.getByRole('button', { name: 'Continue', exact: true });
  }

  get sendButton(): Locator {
    return this.place.getByRole('button', { name: /^(Open my account|Opening your account)$/ });
  }

  get backButton(): Locator {
    return this.place.getByRole('button', { name: 'Back', exact: true });
  }

  async fillFirst(values: Person): Promise<void> {
    for (const name of FIRST_STEP) await this.field(name).fill(values[name]);
  }

  async fillSecond(values: Person, terms = true): Promise<void> {
    for (const name of SECOND_STEP) await this.field(name).fill(values[name]);
    await this.terms.setChecked(terms);
  }

  /** Fills both steps, and does not press the last button. */
  async fill(values: Person): Promise<void> {
    await this.fillFirst(values);
    await this.goOnButton.click();
    await expect(this.sendButton).toBeVisible();
    await this.fillSecond(values);
  }

  /** Reads the values that the fields hold now. */
  async values(): Promise<Record<SignUpField, string>> {
    const names = [...FIRST_STEP, ...SECOND_STEP];
    const pairs = await Promise.all(names.map(async (name) => [name, await this.field(name).inputValue()] as const));
    return Object.fromEntries(pairs) as Record<SignUpField, string>;
  }
}

/** The words at a field that was refused: marked as wrong and tied to the field, as a screen reader needs them. */
export async function expectWordsAt(field: Locator, words: string | RegExp): Promise<void> {
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(typeof words === 'string' ? new RegExp(escaped(words)) : words);
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const signUpOn = (page: Page): SignUpForm => new SignUpForm(page.locator('main form'));
export const signUpDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Join' });
export const signInDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Sign in' });

export async function signInWith(place: Locator, { username, password }: Pick<Person, 'username' | 'password'>): Promise<void> {
  await place.locator('input[name="username"]').fill(username);
  await place.locator('input[name="password"]').fill(password);
  await place.locator('button[type="submit"]').click();
}
