import { ApiError, ELEVATION_REQUIRED, hasCode, LIMIT_REACHED } from '@mandap/client/api-error.ts'
import type { Client } from '@mandap/client/client.ts'
import { useSyncExternalStore } from 'preact/compat'
import { session } from './current.ts'
import { createElevation } from './elevation.ts'

/** Super Admin mode of this browser. */
export const elevation = createElevation({
  session,
  storage: sessionStorage,
  channel: new BroadcastChannel('mandap.admin.elevation'),
})

export function useElevation() {
  return useSyncExternalStore(elevation.subscribe, elevation.state)
}

/** Turns Super Admin off (§4.1) here at once, and then on the server, whether that call succeeds or not. */
export function disableElevation(client: Client): void {
  elevation.end()
  client.send('DELETE /elevation', {}).catch((error: unknown) => {
    // the grant is removed here and expires on the host within minutes
    console.warn('Super Admin could not be turned off on the host', error)
  })
}

/**
 * Runs an action with the current grant. If the host rejects it because it needs a grant, offers to turn Super
 * Admin on and repeats the action. Rejects with the host's error if the person declines, or if another person signs in
 * before the action is repeated.
 */
export async function withElevation<T>(action: (grant: string | null) => Promise<T>): Promise<T> {
  const person = session.person()
  try {
    return await action(elevation.state().grant)
  } catch (error) {
    if (!isElevationRequired(error) || session.person() !== person) throw error
    if (elevation.state().elevated) elevation.runOut()
    if (!(await offerElevation()) || session.person() !== person) throw error
    return action(elevation.state().grant)
  }
}

/** Returns whether the host rejected a call that a Super Admin can make. */
export function isElevationRequired(error: unknown): boolean {
  return hasCode(error, ELEVATION_REQUIRED, LIMIT_REACHED)
}

/** Throws while Super Admin is off. For an action that the host would not reject. */
export function requireElevation(): void {
  if (!elevation.state().elevated) throw new ApiError('forbidden', { code: ELEVATION_REQUIRED })
}

/** Turns Super Admin off, or opens the dialog that turns it on. */
export function toggleElevation(client: Client): void {
  if (elevation.state().elevated) disableElevation(client)
  else void offerElevation()
}

let offered: PromiseWithResolvers<boolean> | null = null
/** The person to whom Super Admin is offered. */
let offeredTo = ''
const listeners = new Set<() => void>()

/**
 * Opens the dialog of §4.1. Resolves to true when Super Admin is on, and to false when the dialog is closed
 * before, or another person signs in.
 */
export function offerElevation(): Promise<boolean> {
  offered ??= Promise.withResolvers()
  offeredTo = session.person()
  for (const listener of listeners) listener()
  return offered.promise
}

/** Resolves the offer after the dialog was closed. */
export function answerOffer(isOn: boolean): void {
  offered?.resolve(isOn)
  offered = null
  for (const listener of listeners) listener()
}

// a tab that was suspended does not see the sign-out before another person signed in
session.subscribe(() => {
  if (session.person() !== offeredTo) answerOffer(false)
})

export function useElevationOffer(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => offered !== null,
  )
}
