import type { Locator, Page } from '@playwright/test'
import type { FailureMode } from './proxy.ts'
import type { Harness } from './harness.ts'

/** What the person reads of a failed call, and how they go on. */
export interface Shown {
  /** The text of §8 where it has one; a function where it depends on the way. */
  says: string | ((mode: FailureMode, kind: Harness['kind']) => string)
  /** The part of the screen that says so; the whole unless given. */
  within?: (page: Page, mode?: FailureMode) => Locator
  /** What tries again; the button 'Try again' within that part unless given. */
  again?: (page: Page) => Promise<unknown>
  /** The ways that are an answer: nothing is to be tried again. */
  stays?: readonly FailureMode[]
  /** Is there once the call was answered. */
  well: (page: Page) => Locator
}

/** One visit of a screen, in which some calls fail at once. A new call is one more row here. */
export interface Scenario {
  title: string
  /** The calls of each host, or why there are none of it; that host is not visited. */
  calls: Record<Harness['kind'], readonly string[] | string>
  /** Goes to where they are made, once. */
  open: (harness: Harness) => Promise<void>
  /** Fills in what the act needs, before each. */
  ready?: (harness: Harness) => Promise<unknown>
  /** Makes the calls; without an act they are made by entering the screen. */
  act?: (page: Page) => Promise<unknown>
  shows: readonly Shown[]
  /** What was typed or chosen, and is there after every failure. */
  kept?: (page: Page) => Promise<unknown>
  superAdmin?: boolean
  /** The screen needs no session, and offers one after a 401. */
  staysSignedOut?: boolean
  /** Made before there is a session, so that a 401 is a failure as any other. */
  signedOut?: boolean
  /** The ways that are no failure: §7 says nothing of what some calls answer. */
  fine?: (mode: FailureMode, kind: Harness['kind']) => boolean
}

/** The calls that fail on a host in a visit. */
export function callsOf({ calls }: Scenario, kind: Harness['kind']): readonly string[] {
  const those = calls[kind]
  return typeof those === 'string' ? [] : those
}

export const region = (name: string | RegExp) => (page: Page) => page.getByRole('region', { name })
export const dialog = (page: Page) => page.getByRole('dialog')
export const press = (name: string) => (page: Page) =>
  dialog(page).getByRole('button', { name, exact: true }).click()
export const article = (page: Page) => page.getByRole('article').first()

/** §7 says nothing of what a plain host answers to a change: any success is one. */
export const saidNothing = (mode: FailureMode, kind: Harness['kind']) =>
  kind === 'plain' && (mode === 'shape' || mode === 'empty')

/** Whether the host's answer could be read as one. */
export const isAnswered = (mode: FailureMode) =>
  mode !== 'dropped' && mode !== 'stalled' && mode !== 'html'

/** What was asked for is done: a dialog closes, while what is said of it stays for 1.5 s only. */
export const noDialog: Shown['well'] = (page) =>
  page.locator('body:not(:has(dialog[open])) header').first()

/** What is said of a failure that §8 has no text for. */
export const SENTENCES: Record<FailureMode, string> = {
  401: 'Your session has ended. Sign in again.',
  403: 'Your account is not allowed to do this.',
  404: 'This record no longer exists.',
  409: 'Someone else has changed this.',
  429: 'Too many requests.',
  500: 'The server had a problem.',
  dropped: "Can't reach the server.",
  stalled: 'The server took too long to answer.',
  html: 'The server sent an unexpected answer.',
  shape: 'The server sent an unexpected answer.',
  empty: 'The server sent an unexpected answer.',
}

/** Types a text, anew where it is there already. */
export async function typed(field: Locator, text: string) {
  await field.fill('')
  await field.pressSequentially(text)
}

/** Waits until a field holds a value. */
export async function value(field: Locator, wanted: string) {
  await field.waitFor()
  const held = await field.inputValue()
  if (held !== wanted) throw new Error(`${wanted} was typed, and ${held} is there`)
}
