import {
  FACTOR_CODE_DIGITS,
  type FactorCode,
  factorCodeFrom,
  RECOVERY_CODE_LENGTH,
} from '@mandap/domain/session/second-factor.ts'
import { type FormEvent, useRef, useState } from 'preact/compat'
import { selectRefused } from '../../ui/select-refused.ts'
import { codeFailureText, type FactorFailure, failureOf, isAboutCode } from './failure.ts'

/** The kind of a code: of an authenticator app, or a recovery code. */
export type CodeKind = FactorCode['is']

const MISSING: Readonly<Record<CodeKind, string>> = {
  totp: `Enter the ${FACTOR_CODE_DIGITS} digits of the code.`,
  recovery: `Enter the ${RECOVERY_CODE_LENGTH} letters and digits of the recovery code.`,
}

/**
 * Holds the typed code of a form, and sends it. Returns the props of the form and of its field, which says why a code was
 * refused, and why the call failed otherwise. The form stays pending after a call that succeeded.
 */
export function useCodeForm({
  kind,
  send,
  leaveAfter,
}: {
  kind: CodeKind
  /** Rejects with a `FactorError`. */
  send: (code: string) => Promise<void>
  /** Leaves the form if another code cannot help after this failure. Returns whether it did. */
  leaveAfter: (failure: FactorFailure) => boolean
}) {
  const ref = useRef<HTMLFormElement>(null)
  const [code, setCode] = useState('')
  const [error, setError] = useState<string>()
  const [failure, setFailure] = useState<FactorFailure | null>(null)
  const [isPending, setIsPending] = useState(false)

  function clear() {
    setError(undefined)
    setFailure(null)
  }

  function refuse(why: string) {
    setError(why)
    selectRefused(ref.current?.querySelector('input'), code)
  }

  async function submit() {
    if (isPending) return
    clear()
    if (factorCodeFrom(code)?.is !== kind) return refuse(MISSING[kind])
    setIsPending(true)
    try {
      await send(code)
    } catch (refused) {
      const why = failureOf(refused)
      setIsPending(false)
      if (leaveAfter(why)) return
      if (isAboutCode(why)) refuse(codeFailureText(why, code))
      else setFailure(why)
    }
  }

  return {
    code,
    failure,
    isPending,
    form: {
      ref,
      noValidate: true,
      onSubmit(event: FormEvent) {
        event.preventDefault()
        void submit()
      },
    },
    field: {
      required: true,
      value: code,
      error,
      onText(text: string) {
        setCode(text)
        clear()
      },
    },
  }
}
