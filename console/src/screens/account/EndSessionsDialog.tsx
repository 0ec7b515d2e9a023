import { ApiError, hasCode, isNotFound } from '@mandap/client/api-error.ts'
import { deviceText } from '@mandap/domain/session/device-name.ts'
import { RECENT_SIGN_IN_REQUIRED } from '@mandap/domain/session/recent-sign-in.ts'
import { counted } from '@mandap/domain/text/counted.ts'
import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { type FormEvent, useEffect, useId, useRef, useState } from 'preact/compat'
import { otherSessionsEnding, sessionEnding } from '../../features/account/mutations.ts'
import type { OwnSession } from '../../features/account/queries.ts'
import { useClient } from '../../features/client/client-context.ts'
import { config } from '../../features/client/config.ts'
import { paths } from '../../features/navigation/paths.ts'
import type { LoginState } from '../../features/navigation/return-to.ts'
import { endSession } from '../../features/session/current.ts'
import { useLocation, useNavigate } from '../../router/Router.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { PasswordField } from '../../ui/Field.tsx'
import { showToast } from '../../ui/Toast.tsx'
import { useIsOpen } from '../../ui/use-is-open.ts'
import { selectRefused } from '../../ui/select-refused.ts'

const NOUNS = ['session', 'sessions'] as const

interface Props {
  /** The session to end; null for all others, of which there are `count`. */
  session: OwnSession | null
  count: number
  /** Whether the sign-in is not recent enough to prove the person. */
  needsProof: boolean
  onClose: (isEnded: boolean) => void
}

/** Asks before it ends a session or all others. If the sign-in is not recent, it needs the password or a new sign-in. */
export function EndSessionsDialog(props: Props) {
  const { session, needsProof, onClose } = props
  // the server may find the sign-in too old although this page did not
  const [isTooOld, setIsTooOld] = useState(needsProof && !config().capabilities.passwords)
  return isTooOld ? (
    <SignInAgainDialog title={titleOf(session)} onClose={() => onClose(false)} />
  ) : (
    <ConfirmDialog {...props} onTooOld={() => setIsTooOld(true)} />
  )
}

function SignInAgainDialog({ title, onClose }: { title: string; onClose: () => void }) {
  const [navigate, location] = [useNavigate(), useLocation()]

  function signInAgain() {
    endSession('logout')
    navigate(paths.login(), { state: { from: location } satisfies LoginState })
  }

  return (
    <Dialog
      title={title}
      description={RECENT_SIGN_IN_REQUIRED}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" onClick={signInAgain}>
            Sign in again
          </Button>
        </>
      }
    />
  )
}

function ConfirmDialog({
  session,
  count,
  needsProof,
  onClose,
  onTooOld,
}: Props & { onTooOld: () => void }) {
  const formId = useId()
  const [client, queryClient] = [useClient(), useQueryClient()]
  const endingOne = useMutation(sessionEnding(client, queryClient))
  const endingOthers = useMutation(otherSessionsEnding(client, queryClient))
  const [password, setPassword] = useState('')
  const [error, setError] = useState<unknown>(null)
  const isOpen = useIsOpen()
  const isBusy = endingOne.isPending || endingOthers.isPending
  // the server may find the sign-in too old although this page did not; typing clears the error
  const [isAsked, setIsAsked] = useState(false)
  const asksPassword = needsProof || isAsked
  const form = useRef<HTMLFormElement>(null)
  const sent = useRef('')
  useEffect(() => {
    if (isAboutPassword(error)) selectRefused(form.current?.querySelector('input'), sent.current)
  }, [error])

  async function end(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setError(null)
    sent.current = password
    const currentPassword = asksPassword ? password : undefined
    try {
      if (session) await endingOne.mutateAsync({ id: session.id, currentPassword })
      else {
        const ended = await endingOthers.mutateAsync(currentPassword)
        showToast('success', `${counted(ended, NOUNS)} ended.`)
      }
      if (session) showToast('success', 'Session ended.')
      if (isOpen.current) onClose(true)
    } catch (problem) {
      if (!isOpen.current) showToast('error', problemText(problem, session))
      else if (hasCode(problem, 'RECENT_SIGN_IN_REQUIRED')) onTooOld()
      else {
        setError(problem)
        if (isAboutPassword(problem)) setIsAsked(true)
      }
    }
  }

  return (
    <Dialog
      title={titleOf(session)}
      description={session ? oneText(session) : othersText(count)}
      keepOnBackdrop={password !== ''}
      onClose={() => onClose(false)}
      footer={
        <>
          <Button onClick={() => onClose(false)}>Cancel</Button>
          <Button look="danger" type="submit" form={formId} busy={isBusy}>
            {session ? 'End session' : 'End sessions'}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        ref={form}
        noValidate
        onSubmit={(event) => void end(event)}
        className="grid gap-4"
      >
        {asksPassword && (
          <PasswordField
            label="Your password"
            name="current"
            autoComplete="current-password"
            required
            ref={initialFocus}
            value={password}
            onText={(text) => {
              setPassword(text)
              setError(null)
            }}
            error={isAboutPassword(error) ? error.message : undefined}
          />
        )}
        <p role="alert" className="text-negative-text empty:hidden">
          {error !== null && !isAboutPassword(error) && problemText(error, session)}
        </p>
      </form>
    </Dialog>
  )
}

function titleOf(session: OwnSession | null): string {
  return session ? 'End this session?' : 'End all other sessions?'
}

function oneText(session: OwnSession): string {
  return `${deviceText(session)}, ${session.address || 'unknown address'}. It is signed out at once. This session continues.`
}

function othersText(count: number): string {
  return `You are signed out in ${count === 1 ? 'the other session' : `all ${count} other sessions`} at once. This session continues.`
}

function isAboutPassword(error: unknown): error is ApiError {
  return hasCode(error, 'PASSWORD_REQUIRED', 'WRONG_PASSWORD')
}

function problemText(error: unknown, session: OwnSession | null): string {
  if (!(error instanceof ApiError)) return 'The sessions could not be ended. Try again.'
  if (session && isNotFound(error)) return 'This session has already ended.'
  return `${session ? 'The session' : 'The sessions'} could not be ended. ${error.message}`
}
