import { ApiError, ELEVATION_REQUIRED } from '@mandap/client/api-error.ts'
import type { Client } from '@mandap/client/client.ts'
import { useSyncExternalStore } from 'react'
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
export function disable(client: Client): void {
  elevation.end()
  client.send('DELETE /elevation', {}).catch((error: unknown) => {
    // the grant is forgotten here, and ends by itself within minutes
    console.warn('Super Admin could not be turned off on the host', error)
  })
}

/**
 * Runs an action with the grant of the moment. Refused for want of one, it offers to turn Super Admin
 * on and then goes on; rejects with that refusal when the person declines.
 */
export async function withElevation<T>(action: (grant: string | null) => Promise<T>): Promise<T> {
  try {
    return await action(elevation.state().grant)
  } catch (error) {
    if (!isElevationRequired(error)) throw error
    if (elevation.state().elevated) elevation.runOut()
    if (!(await offerElevation())) throw error
    return action(elevation.state().grant)
  }
}

export function isElevationRequired(error: unknown): boolean {
  return error instanceof ApiError && error.code === ELEVATION_REQUIRED
}

/** For an action that a host would not refuse: rejects as one that does, while Super Admin is off. */
export function requireElevation(): void {
  if (!elevation.state().elevated) throw new ApiError('forbidden', { code: ELEVATION_REQUIRED })
}

let offered: PromiseWithResolvers<boolean> | null = null
const listeners = new Set<() => void>()

/** Opens the dialog of §4.1. True once Super Admin is on, false when it was closed before. */
export function offerElevation(): Promise<boolean> {
  offered ??= Promise.withResolvers()
  for (const listener of listeners) listener()
  return offered.promise
}

/** The dialog was closed, Super Admin being on or not. */
export function answerOffer(isOn: boolean): void {
  offered?.resolve(isOn)
  offered = null
  for (const listener of listeners) listener()
}

// an offer does not outlive the session that it was made in
session.subscribe(() => {
  if (session.currentToken() === null) answerOffer(false)
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
