import { type FactorKind, isCodeFor } from '@mandap/domain/session/second-factor.ts'
import { useEffect, useState } from 'preact/compat'
import { confirmWithPasskey, type PasskeyPurpose, type Proof } from './calls.ts'
import { preparePasskeys, whyNoPasskeys } from './passkey.ts'
import { currentToken } from './queries.ts'

/** What the person shows; `none` without a second factor. */
type Way = 'passkey' | 'code' | 'none'

/** The state of `ProofFields`. */
export type ProofInput = ReturnType<typeof useProof>

/**
 * Asks somebody who has a second factor for a passkey or a code. `kinds` are those of the account, and may change while
 * the form is open.
 */
export function useProof(kinds: readonly FactorKind[], purpose: PasskeyPurpose) {
  const [prefersCode, setPrefersCode] = useState(false)
  const [code, setCode] = useState('')
  const hasApp = kinds.includes('app')
  const whyNoPasskey = kinds.includes('passkey') ? whyNoPasskeys() : null
  const canUsePasskey = kinds.includes('passkey') && whyNoPasskey === null
  const preferred: Way = canUsePasskey && !prefersCode ? 'passkey' : 'code'
  const way: Way = kinds.length === 0 ? 'none' : preferred

  useEffect(() => {
    if (canUsePasskey) preparePasskeys()
  }, [canUsePasskey])

  /** Returns what the person shows, if the account has a second factor. The browser asks for the passkey. */
  async function prove(): Promise<Proof | undefined> {
    if (way === 'none') return undefined
    if (way === 'code') return { code }
    return { passkey: await confirmWithPasskey(await currentToken(), purpose) }
  }

  return {
    way,
    hasApp,
    canUsePasskey,
    /** Why the passkey of the account cannot be used here. */
    whyNoPasskey,
    code,
    setCode,
    toggle() {
      setCode('')
      setPrefersCode(way === 'passkey')
    },
    problem: way === 'code' && !isCodeFor(kinds, code) ? missingCode(hasApp) : undefined,
    prove,
  }
}

function missingCode(hasApp: boolean): string {
  return hasApp ? 'Enter the code of the app, or a recovery code.' : 'Enter a recovery code.'
}
