import { page, type Locator } from 'vitest/browser'
import { FAILURES } from '@mandap/client/api-error.ts'
import { click } from '../testing/act.ts'
import { isVisible, until } from '../testing/until.ts'
import { FAILURE_MODES, type FailureMode, REFUSAL } from '../testing/failure-mode.ts'
import type { HostKind, ScriptedHost } from '../testing/scripted-host.ts'

/** What a person reads of a failed call, and how they try again. */
export interface Shown {
  /** The text, which is that of §8 where §8 has one. */
  says: string | ((mode: FailureMode, kind: HostKind) => string)
  /** The part of the screen that shows the text; by default the whole screen. */
  within?: (mode?: FailureMode) => Locator
  /** Tries again; by default with the button 'Try again' within that part. */
  again?: () => Promise<unknown>
  /** The failures after which nothing can be tried again. */
  stays?: readonly FailureMode[]
  /** Is visible once the call succeeded. */
  good: () => Locator | Element | null
}

/** A screen on which some calls fail together. A new call needs one more scenario. */
export interface Scenario {
  title: string
  /** The calls that fail, on each kind of host on which the scenario runs. */
  calls: Partial<Record<HostKind, readonly string[]>>
  /** The URL at which the console is opened. */
  path: string
  /** Prepares the screen before the calls fail. */
  ready?: (host: ScriptedHost) => Promise<unknown>
  /** Makes the calls; by default, opening the URL does. */
  act?: () => Promise<unknown>
  /** The path at which the calls fail, and to which signing in again returns; by default that of the URL. */
  place?: string
  shows: readonly Shown[]
  /** Expects that what was typed or chosen is still there after a failure. */
  kept?: () => void
  superAdmin?: boolean
  /** The screen is open to visitors: after a 401 it stays and offers to sign in. */
  isPublic?: boolean
  /** The calls are made without a session, so that a 401 is a failure like any other. */
  signedOut?: boolean
  /** Whether the answer counts as a success, because the call reads nothing of it. */
  succeeds?: (mode: FailureMode, kind: HostKind) => boolean
  /** Runs in every mode, as a sample of the screens. */
  inEveryMode?: boolean
}

/** Returns the calls of a scenario that fail on a kind of host. */
export function callsOf({ calls }: Scenario, kind: HostKind): readonly string[] {
  return calls[kind] ?? []
}

/** What a person reads of a failed call where §8 has no text. */
export const SENTENCES: Record<FailureMode, string> = {
  ...FAILURES,
  invalid: REFUSAL,
  wrongShape: FAILURES.malformed,
  empty: FAILURES.malformed,
}

/** §7 does not say what a plain host answers to a change, so that every answer with a success status is one. */
export function isUnread(mode: FailureMode, kind: HostKind): boolean {
  return kind === 'plain' && (mode === 'wrongShape' || mode === 'empty')
}

/** Whether the server answered, so that the failure has an HTTP status. */
export function isRefused(mode: FailureMode): boolean {
  return !['unreachable', 'timeout', 'malformed', 'wrongShape', 'empty'].includes(mode)
}

/**
 * Returns the modes in which a scenario runs on a kind of host: one of each set of modes that the console handles alike.
 * The position of the scenario chooses among them, so that each mode runs on many screens.
 */
export function modesOf(
  scenario: Scenario,
  kind: HostKind,
  position: number,
): readonly FailureMode[] {
  if (scenario.inEveryMode) return FAILURE_MODES
  const sets = Map.groupBy(FAILURE_MODES, (mode) => handlingOf(scenario, kind, mode))
  return [...sets.values()].flatMap((modes) => modes[position % modes.length] ?? [])
}

/** Describes what the console does after a failure. It is the same for modes that the console handles alike. */
function handlingOf(scenario: Scenario, kind: HostKind, mode: FailureMode): string {
  const calls = callsOf(scenario, kind)
  const changes = calls.some((call) => /^(?:PATCH|PUT|DELETE) /.test(call))
  // many screens handle these in code of their own
  if (['unauthorised', 'notFound', 'wrongShape', changes && 'conflict'].includes(mode)) return mode
  const shown = scenario.shows.map(({ says, stays }) => [
    typeof says === 'string' ? says : says(mode, kind).replace(SENTENCES[mode], ''),
    stays?.includes(mode),
  ])
  // only a read is sent again
  const reads = calls.some((call) => call.startsWith('GET '))
  const isRepeated = reads && ['server', 'unreachable', 'timeout'].includes(mode)
  return JSON.stringify([shown, isRefused(mode), isRepeated, scenario.succeeds?.(mode, kind)])
}

export const dialog = () => page.getByRole('dialog')
export const main = () => page.getByRole('main')
export const article = () => page.getByRole('article').first()
export const region = (name: string | RegExp) => () => page.getByRole('region', { name })

export const press = (name: string) => () =>
  click(dialog().getByRole('button', { name, exact: true }))

export function tryAgain(within: () => Locator = main) {
  return () => click(within().getByRole('button', { name: 'Try again' }).first())
}

/** Closes a dialog whose call is not answered yet. */
export async function closeBusy(): Promise<void> {
  await until('the button is busy', () => isVisible(document.querySelector('[aria-busy=true]')))
  await press('Close')()
  await until('the dialog is closed', () => isVisible(noDialog()))
}

/** The top bar, once every dialog has closed. */
export function noDialog(): Element | null {
  return document.querySelector('body:not(:has(dialog[open])) header')
}
