import { minutesText } from '@mandap/domain/time/minutes-text.ts'
import { type RefObject, useEffect, useRef, useState } from 'preact/compat'
import { Redirect } from '../../router/Router.tsx'
import { paths } from '../../features/navigation/paths.ts'
import { useLoginState } from '../../features/navigation/return-to.ts'
import { config } from '../../features/client/config.ts'
import { useSession } from '../../features/session/current.ts'
import { IDENTITY_FAILURES } from '../../features/session/identity-call.ts'
import type { Ended } from '../../features/session/session.ts'
import type { SignInFailure } from '../../features/session/sign-in.ts'
import { Spinner } from '../../ui/loading.tsx'
import { LoginLayout, StepHeading } from '../../ui/LoginLayout.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CredentialsForm, focusOn } from './CredentialsForm.tsx'
import { type State, useLogin } from './use-login.ts'
import { emailProblem } from './validation.ts'

const HINTS: Record<SignInFailure, string | undefined> = {
  ...IDENTITY_FAILURES,
  refused: undefined,
  tooManyAttempts: 'Too many attempts. Wait a few minutes and try again.',
  demonstrationPassword:
    'The demonstration password works only on the machine that runs the server. Set another password there.',
  misconfigured:
    'The sign-in service refused the settings of this console. Tell your administrator.',
}

const ENDED: Record<Exclude<Ended, 'logout'>, () => string> = {
  expired: () => 'Your session has ended.',
  idle: () =>
    `You were signed out after ${minutesText(config().idleMinutes * 60)} without activity.`,
  elsewhere: () => 'You signed out in another tab.',
  noAccess: () => 'You have no access.',
}

/** Renders the login screen (§2.3). With a session it redirects to the requested screen or the dashboard. */
export function Login({ prefetch }: { prefetch: () => void }) {
  const { token, ended: endedHere, reason } = useSession()
  const { from, ended } = useLoginState()
  const [email, setEmail] = useState('')
  const login = useLogin(email)
  const { state } = login
  // the focus was on the screen that is gone
  const [followsSession] = useState(endedHere !== null)
  const form = useRef<HTMLFormElement>(null)
  const isSubmitting = state.at === 'submitting'
  useRefocusedPassword(form, isSubmitting || state.at === 'secondStep' || state.at === 'enrolment')

  usePageTitle('Login')
  // a sign-in in another tab must not take recovery codes away before they are kept
  if (token !== null && state.at !== 'enrolment')
    return <Redirect to={from ?? paths.dashboard()} state={from?.state} />

  if (state.at === 'secondStep')
    return (
      <LoginLayout>
        <state.SecondStep
          pending={state.pending}
          onSignedIn={login.openSession}
          onEnded={login.askPasswordAgain}
        />
      </LoginLayout>
    )
  if (state.at === 'enrolment')
    return (
      <LoginLayout>
        <state.FirstEnrolment
          idToken={state.tokens.idToken}
          email={login.email}
          onDone={() => login.finishEnrolment(state.tokens)}
          onEnded={login.askPasswordAgain}
          onLost={login.sayCodesLost}
        />
      </LoginLayout>
    )

  return (
    <LoginLayout>
      {followsSession ? (
        <StepHeading>Login</StepHeading>
      ) : (
        <h1 className="text-2xl font-semibold tracking-tight">Login</h1>
      )}
      <p className="mt-1 text-ink-muted">The back office of your events marketplace.</p>
      <LoginMessage
        // a new element, so that screen readers say each message
        key={state.at}
        state={state}
        ended={ended}
        reason={reason}
        isTurnedAway={from !== undefined}
      />
      <CredentialsForm
        form={form}
        email={email}
        isSubmitting={isSubmitting}
        onEmail={setEmail}
        onInvalid={login.clear}
        onSubmit={(password) => {
          prefetch()
          void login.submit(password)
        }}
      />
      <ForgotPassword
        isSending={state.at === 'sendingReset'}
        onSend={() => {
          if (isSubmitting) return
          if (emailProblem(email)) focusOn(form, 'email')
          void login.sendReset()
        }}
      />
    </LoginLayout>
  )
}

/** Gives the password the focus, and selects it, once the form is shown again. A hidden field loses the focus. */
function useRefocusedPassword(form: RefObject<HTMLFormElement | null>, isFormHidden: boolean) {
  const wasFormHidden = useRef(false)
  useEffect(() => {
    if (wasFormHidden.current && !isFormHidden) focusOn(form, 'password')?.select()
    wasFormHidden.current = isFormHidden
  }, [form, isFormHidden])
}

/** Says why the last session ended, or the result of the last attempt. */
function LoginMessage({
  state,
  ended,
  reason,
  isTurnedAway,
}: {
  state: State
  ended: Ended | undefined
  reason: string | undefined
  /** Whether the person was on a screen that needs a session. */
  isTurnedAway: boolean
}) {
  switch (state.at) {
    case 'idle':
      if (ended === undefined || ended === 'logout') return null
      return (
        <Notice
          tone={ended === 'noAccess' ? 'negative' : 'info'}
          // said at once, because the person did not open this screen
          live="alert"
          text={ENDED[ended]()}
          className="mt-5"
        >
          {ended === 'noAccess'
            ? reason || 'Ask your administrator for access.'
            : isTurnedAway && 'Sign in to continue where you were.'}
        </Notice>
      )
    case 'failed':
      return (
        <Notice tone="negative" text="Invalid Credentials" className="mt-5">
          {HINTS[state.failure]}
        </Notice>
      )
    case 'notLoaded':
      return (
        <Notice tone="negative" text="The next step could not be loaded." className="mt-5">
          {/* some browsers do not load a failed chunk again */}
          Check your connection and try again. If that does not help, reload the page.
        </Notice>
      )
    case 'secondStepEnded':
      return (
        <Notice
          tone="negative"
          text="The second step took too long, or failed too often."
          className="mt-5"
        >
          Enter your password again.
        </Notice>
      )
    case 'codesLost':
      return (
        <Notice
          tone="negative"
          text="Your second factor was added, but its recovery codes could not be shown."
          className="mt-5"
        >
          Make new ones on the page ‘Your account’.
        </Notice>
      )
    case 'resetFailed':
      return <Notice tone="negative" text={state.message} className="mt-5" />
    case 'resetSent':
      return (
        <Notice
          tone="positive"
          live="status"
          text="Password reset email sent. Check your inbox."
          className="mt-5"
        />
      )
    default:
      return null
  }
}

/** Renders the link that sends a reset e-mail (§2.3). */
function ForgotPassword({ isSending, onSend }: { isSending: boolean; onSend: () => void }) {
  return (
    <p className="mt-4 flex min-h-6 items-center justify-center gap-2">
      <a
        href="#forgot-password"
        aria-busy={isSending}
        onClick={(event) => {
          event.preventDefault()
          if (!isSending) onSend()
        }}
        className="rounded-xs font-medium text-accent-text underline-offset-4 hover:underline"
      >
        Forgot Password?
      </a>
      {isSending && <Spinner label="Sending the reset email" className="size-4" />}
    </p>
  )
}
