import { useEffect, useEffectEvent, useState } from 'preact/compat'
import {
  type Enrolment,
  renewRecoveryCodes,
  startEnrolment,
  startPasskey,
} from '../../features/second-factor/calls.ts'
import { type FactorFailure, failureOf } from '../../features/second-factor/failure.ts'
import { type PasskeyCreation, whyNoPasskeys } from '../../features/second-factor/passkey.ts'
import { endOnServer } from '../../features/session/current.ts'
import { useIsOpen } from '../../ui/use-is-open.ts'

export type Kind = 'app' | 'passkey'

export type State =
  | { at: 'choosing' }
  | { at: 'starting' }
  | { at: 'failed'; kind: Kind; failure: FactorFailure }
  | { at: 'scanning'; enrolment: Enrolment; isRepeated: boolean }
  | { at: 'naming'; creation: PasskeyCreation }
  | { at: 'makingCodes' }
  /** `codes` is empty if they could not be made. */
  | { at: 'added'; codes: readonly string[]; wasThere: boolean }

/**
 * Makes the calls that add the first second factor at a sign-in. Without passkeys, it starts with the app. `onLost` is
 * called instead of showing recovery codes if the person has left before the second factor was added.
 */
export function useFirstEnrolment({
  idToken,
  onEnded,
  onLost,
}: {
  idToken: string
  onEnded: (why: 'ended') => void
  onLost: () => void
}) {
  const canChoose = whyNoPasskeys() === null
  const [state, setState] = useState<State>({ at: canChoose ? 'choosing' : 'starting' })
  const isOpen = useIsOpen()

  async function start(kind: Kind, isRepeated = false) {
    setState({ at: 'starting' })
    try {
      if (kind === 'passkey') setState({ at: 'naming', creation: await startPasskey(idToken) })
      else setState({ at: 'scanning', enrolment: await startEnrolment(idToken), isRepeated })
    } catch (error) {
      fail(kind, failureOf(error))
    }
  }

  function fail(kind: Kind, failure: FactorFailure) {
    if (isThere(failure)) void makeCodes(true)
    else if (!isTooOld(failure)) setState({ at: 'failed', kind, failure })
    // after the person has left, the login form may have another password
    else if (isOpen.current) onEnded('ended')
  }

  const onOpen = useEffectEvent(() => {
    if (!canChoose) void start('app')
  })
  useEffect(() => onOpen(), [])

  function added(codes: readonly string[]) {
    if (!isOpen.current) lose()
    else if (codes.length > 0) setState({ at: 'added', codes, wasThere: false })
    else void makeCodes(false)
  }

  /** Ends the session, and reports that the recovery codes are lost because the person left before they were shown. */
  function lose() {
    endOnServer(idToken)
    onLost()
  }

  /** Makes new recovery codes, because the answer that contained the first ones was lost. */
  async function makeCodes(wasThere: boolean) {
    // nobody would see the new codes
    if (!isOpen.current) return lose()
    setState({ at: 'makingCodes' })
    try {
      setState({ at: 'added', codes: await renewRecoveryCodes(idToken), wasThere })
    } catch (error) {
      console.warn('Recovery codes could not be made', error)
      setState({ at: 'added', codes: [], wasThere })
    }
  }

  return { state, canChoose, choose: () => setState({ at: 'choosing' }), start, fail, added }
}

/** Returns whether the server requires the password again, for which the enrolment has no field. */
export function isTooOld(failure: FactorFailure): boolean {
  return failure === 'wrongPassword' || failure === 'signedOut'
}

/** Returns whether the account has the second factor already: the answer that said so was lost. */
function isThere(failure: FactorFailure): boolean {
  return failure === 'exists' || failure === 'passkeyExists'
}
