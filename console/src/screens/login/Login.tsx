import { countText } from '@mandap/domain/text/counted.ts'
import { type FormEvent, useEffect, useRef, useState } from 'preact/compat'
import { Redirect } from '../../router/Router.tsx'
import { paths } from '../../features/navigation/paths.ts'
import { useLoginState } from '../../features/navigation/return-to.ts'
import { config } from '../../features/client/config.ts'
import { endOnServer, session, useSession } from '../../features/session/current.ts'
import { IDENTITY_FAILURES } from '../../features/session/identity-call.ts'
import type { Ended } from '../../features/session/session.ts'
import {
  type PendingSignIn,
  type ReceivedTokens,
  type SignInFailure,
  type SignInOutcome,
  sendPasswordReset,
  signIn,
} from '../../features/session/sign-in.ts'
import { Button } from '../../ui/Button.tsx'
import { PasswordField, TextField } from '../../ui/Field.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { LoginLayout, StepHeading } from '../../ui/LoginLayout.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import { Notice } from '../../ui/Notice.tsx'
import { emailProblem, passwordProblem } from './validation.ts'

type FirstEnrolment = typeof import('./FirstEnrolment.tsx')['FirstEnrolment']
type SecondStep = typeof import('./SecondStep.tsx')['SecondStep']

/** The states of §4.2 and of the reset request. */
type State =
  | { at: 'idle' }
  | { at: 'submitting' }
  | { at: 'failed'; failure: SignInFailure }
  | { at: 'secondStep'; pending: PendingSignIn; SecondStep: SecondStep }
  | { at: 'enrolment'; tokens: ReceivedTokens; FirstEnrolment: FirstEnrolment }
  | { at: 'notLoaded' }
  | { at: 'secondStepEnded' }
  | { at: 'codesLost' }
  | { at: 'sendingReset' }
  | { at: 'resetSent' }
  | { at: 'resetFailed'; message: string }

const ADVICE: Record<SignInFailure, string | undefined> = {
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
  idle: () => `You were signed out after ${minutesText(config().idleMinutes)} without activity.`,
  elsewhere: () => 'You signed out in another tab.',
  noAccess: () => 'You have no access.',
}

/** Renders the login screen (§2.3). With a session it redirects to the requested screen or the dashboard. */
export function Login({ prefetch }: { prefetch: () => void }) {
  const { token, ended: endedHere, reason } = useSession()
  const { from, ended } = useLoginState()
  const [state, setState] = useState<State>({ at: 'idle' })
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [checked, setChecked] = useState(false)
  // the focus was on the screen that is gone
  const [followsSession] = useState(endedHere !== null)
  const form = useRef<HTMLFormElement>(null)

  const submitting = state.at === 'submitting'
  const isFormHidden = submitting || state.at === 'secondStep' || state.at === 'enrolment'
  const wasFormHidden = useRef(false)
  useEffect(() => {
    if (wasFormHidden.current && !isFormHidden) {
      // a hidden field loses the focus
      const field = form.current?.querySelector<HTMLInputElement>('[name=password]')
      field?.focus()
      field?.select()
    }
    wasFormHidden.current = isFormHidden
  }, [isFormHidden])

  usePageTitle('Login')
  // a sign-in in another tab must not take recovery codes away before they are kept
  if (token !== null && state.at !== 'enrolment')
    return <Redirect to={from ?? paths.dashboard()} state={from?.state} />

  async function submit(event: FormEvent) {
    event.preventDefault()
    setChecked(true)
    setState({ at: 'idle' })
    if (emailProblem(email)) return focusOn('email')
    if (passwordProblem(password)) return focusOn('password')
    setState({ at: 'submitting' })
    prefetch()
    const outcome = await signIn(email.trim(), password)
    if (outcome.is === 'failed') setState({ at: 'failed', failure: outcome.failure })
    else if (outcome.is !== 'signedIn') setState(await afterPassword(outcome))
  }

  async function sendReset() {
    setState({ at: 'idle' })
    if (email.trim() === '') {
      setState({ at: 'resetFailed', message: 'Please enter your email to reset your password.' })
      return focusOn('email')
    }
    const sending: State = { at: 'sendingReset' }
    setState(sending)
    const sent = await sendPasswordReset(email.trim())
    const outcome: State = sent
      ? { at: 'resetSent' }
      : { at: 'resetFailed', message: 'Error sending password reset email. Please try again.' }
    // the person may have logged in before the answer
    setState((now) => (now === sending ? outcome : now))
  }

  function focusOn(name: string) {
    form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus()
  }

  function askAgain(why: 'left' | 'ended') {
    setPassword('')
    setChecked(false)
    setState({ at: why === 'ended' ? 'secondStepEnded' : 'idle' })
  }

  function enterAfterEnrolment(tokens: ReceivedTokens) {
    // another tab may have signed in
    if (token === null) session.signIn({ ...tokens, email: email.trim() })
    else endOnServer(tokens.idToken)
    setState({ at: 'idle' })
  }

  if (state.at === 'secondStep')
    return (
      <LoginLayout>
        <state.SecondStep
          pending={state.pending}
          onSignedIn={(tokens) => session.signIn({ ...tokens, email: email.trim() })}
          onEnded={askAgain}
        />
      </LoginLayout>
    )
  if (state.at === 'enrolment')
    return (
      <LoginLayout>
        <state.FirstEnrolment
          idToken={state.tokens.idToken}
          email={email.trim()}
          onDone={() => enterAfterEnrolment(state.tokens)}
          onEnded={askAgain}
          // another message, or the next sign-in, may have followed
          onLost={() => setState((now) => (now.at === 'idle' ? { at: 'codesLost' } : now))}
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
      <form ref={form} noValidate onSubmit={(event) => void submit(event)} className="mt-6">
        <div className="grid">
          <div className={`col-start-1 row-start-1 grid gap-4 ${submitting ? 'invisible' : ''}`}>
            <TextField
              label="Email"
              name="email"
              // Chromium rewrites a Unicode domain in a field of the type email
              inputMode="email"
              autoComplete="username"
              autoCapitalize="none"
              spellcheck={false}
              required
              value={email}
              onText={setEmail}
              error={checked ? emailProblem(email) : undefined}
            />
            <PasswordField
              label="Password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onText={setPassword}
              error={checked ? passwordProblem(password) : undefined}
            />
          </div>
          {submitting && (
            <div className="col-start-1 row-start-1 grid place-items-center text-accent-text">
              <Spinner label="Logging in" className="size-8" />
            </div>
          )}
        </div>
        <Button
          look="primary"
          size="large"
          type="submit"
          disabled={submitting}
          className="mt-5 w-full"
        >
          {submitting ? 'Logging in...' : 'Login'}
        </Button>
      </form>
      <ForgotPassword
        isSending={state.at === 'sendingReset'}
        onSend={() => {
          if (!submitting) void sendReset()
        }}
      />
    </LoginLayout>
  )
}

/** Says why the last session ended, or what came of the last attempt. */
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
          isAlert
          text={ENDED[ended]()}
          advice={
            ended === 'noAccess'
              ? reason || 'Ask your administrator for access.'
              : isTurnedAway
                ? 'Sign in to continue where you were.'
                : undefined
          }
        />
      )
    case 'failed':
      return <Notice tone="negative" text="Invalid Credentials" advice={ADVICE[state.failure]} />
    case 'notLoaded':
      return (
        <Notice
          tone="negative"
          text="The next step could not be loaded."
          // some browsers do not load a failed chunk again
          advice="Check your connection and try again. If that does not help, reload the page."
        />
      )
    case 'secondStepEnded':
      return (
        <Notice
          tone="negative"
          text="The second step took too long, or failed too often."
          advice="Enter your password again."
        />
      )
    case 'codesLost':
      return (
        <Notice
          tone="negative"
          text="Your second factor was added, but its recovery codes could not be shown."
          advice="Make new ones in Account."
        />
      )
    case 'resetFailed':
      return <Notice tone="negative" text={state.message} />
    case 'resetSent':
      return <Notice tone="positive" text="Password reset email sent. Check your inbox." />
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

function minutesText(minutes: number): string {
  return minutes === 1 ? 'a minute' : `${countText(minutes)} minutes`
}

/** Loads what follows the password, which most sign-ins do not need. */
async function afterPassword(
  outcome: Extract<SignInOutcome, { is: 'secondStep' | 'enrolment' }>,
): Promise<State> {
  try {
    if (outcome.is === 'secondStep') {
      const { SecondStep } = await import('./SecondStep.tsx')
      return { at: 'secondStep', pending: outcome.pending, SecondStep }
    }
    const { FirstEnrolment } = await import('./FirstEnrolment.tsx')
    return { at: 'enrolment', tokens: outcome.tokens, FirstEnrolment }
  } catch (error) {
    console.warn('What follows the password could not be loaded', error)
    return { at: 'notLoaded' }
  }
}
