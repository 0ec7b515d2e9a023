import { deviceName, deviceText } from '@mandap/domain/session/device-name.ts'
import { useEffect, useRef, useState } from 'preact/compat'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { finishPasskey } from './calls.ts'
import { FACTOR_FAILURES, type FactorFailure, failureOf } from './failure.ts'
import { makePasskey, type NewPasskey, type PasskeyCreation, preparePasskeys } from './passkey.ts'

/** Returns a name for a passkey of this device: 'Chrome on Windows'. */
export function suggestedPasskeyName(): string {
  return deviceText(deviceName(navigator.userAgent))
}

/**
 * Returns a function that lets the person make a passkey and adds it. If the call fails, the function sends the passkey
 * that was made again.
 */
export function useNewPasskey({
  creation,
  token,
  onAdded,
  onExists,
  onEnded,
}: {
  creation: PasskeyCreation
  token: () => Promise<string>
  onAdded: (codes: readonly string[]) => void
  /** The device has a passkey of the account. Without this function, it is a failure. */
  onExists?: () => void
  /** The server does not accept another answer: the person has to begin again. */
  onEnded: (why: FactorFailure) => void
}) {
  const made = useRef<NewPasskey | null>(null)
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isPending, setIsPending] = useState(false)
  const isOpen = useIsOpen()
  useEffect(preparePasskeys, [])

  async function make(name: string) {
    if (isPending) return
    setFailure(null)
    setIsPending(true)
    try {
      made.current ??= await makePasskey(creation)
      onAdded(await finishPasskey(await token(), made.current, name))
    } catch (refused) {
      const why = failureOf(refused)
      if (!isOpen.current) showToast('error', FACTOR_FAILURES[why])
      const wasRefused = made.current !== null && why !== 'unreachable' && why !== 'broken'
      if (wasRefused) return onEnded(why)
      if (why === 'passkeyExists' && onExists) return onExists()
      setFailure(why)
      setIsPending(false)
    }
  }

  return { make, failure, isPending }
}
