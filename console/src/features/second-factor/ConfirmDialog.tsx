import type { FactorKind } from '@mandap/domain/session/second-factor.ts'
import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useId, useRef, useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { selectRefused } from '../../ui/select-refused.ts'
import { type Confirmation, kindsOf } from './calls.ts'
import {
  codeFailureText,
  FACTOR_FAILURES,
  type FactorFailure,
  failureOf,
  isAboutCode,
} from './failure.ts'
import { ProofFields } from './ProofFields.tsx'
import { ownFactors } from './queries.ts'
import { useProof } from './use-proof.ts'

interface Errors {
  password?: string
  code?: string
}

/**
 * Asks for the password, and for a passkey or a code of somebody who has a second factor, before it is changed. Keeps the
 * password after a failure.
 */
export function ConfirmDialog({
  title,
  description,
  action,
  look = 'primary',
  email,
  kinds,
  earlierFailure = null,
  confirm,
  onClose,
}: {
  title: string
  description: string
  /** The text of the button. */
  action: string
  look?: 'primary' | 'danger'
  email: string
  /** The kinds of second factor that the account has. */
  kinds: readonly FactorKind[]
  /** Why the person has to confirm again. */
  earlierFailure?: FactorFailure | null
  /** Makes the change. Rejects with a `FactorError`. */
  confirm: (confirmation: Confirmation) => Promise<void>
  onClose: () => void
}) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const proof = useProof(kinds, 'changeFactor')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState(earlierFailure)
  const [isPending, setIsPending] = useState(false)
  const isOpen = useIsOpen()
  const queryClient = useQueryClient()

  function show(found: Errors) {
    setErrors(found)
    const [name, refused] = found.password ? ['password', password] : ['code', proof.code]
    selectRefused(form.current?.querySelector<HTMLInputElement>(`[name=${name}]`), refused)
  }

  function clear() {
    setErrors({})
    setFailure(null)
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const missing = {
      ...(password === '' && { password: 'Enter your password.' }),
      ...(proof.problem && { code: proof.problem }),
    }
    if (Object.keys(missing).length > 0) return show(missing)
    clear()
    setIsPending(true)
    try {
      await confirm({ password, proof: await proof.prove() })
      return
    } catch (refused) {
      const why = await reasonOf(refused, proof.way !== 'none', queryClient)
      if (!isOpen.current) showToast('error', codeFailureText(why, proof.code))
      else if (why === 'wrongPassword') show({ password: FACTOR_FAILURES[why] })
      else if (isAboutCode(why)) show({ code: codeFailureText(why, proof.code) })
      else setFailure(why)
    }
    setIsPending(false)
  }

  return (
    <Dialog
      title={title}
      description={description}
      keepOnBackdrop={`${password}${proof.code}` !== ''}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look={look} type="submit" form={formId} busy={isPending}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void submit(event)}
        className="grid gap-4"
      >
        <input type="email" autoComplete="username" readOnly hidden value={email} />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          required
          ref={initialFocus}
          value={password}
          error={errors.password}
          onText={(text) => {
            clear()
            setPassword(text)
          }}
        />
        <ProofFields proof={proof} error={errors.code} onEdit={clear} />
        <p role="alert" className="text-negative-text empty:hidden">
          {failure && FACTOR_FAILURES[failure]}
        </p>
      </form>
    </Dialog>
  )
}

/** Returns why the change failed. If a second factor was added elsewhere, fetches the kinds. */
async function reasonOf(
  refused: unknown,
  hadFactor: boolean,
  queryClient: QueryClient,
): Promise<FactorFailure> {
  const why = failureOf(refused)
  if (hadFactor || !isAboutCode(why)) return why
  const factors = await queryClient.fetchQuery(ownFactors()).catch(() => null)
  return factors && kindsOf(factors).length > 0 ? 'newFactor' : 'unknownFactor'
}
