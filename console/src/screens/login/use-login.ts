import { shown } from '@mandap/domain/text/text.ts'
import { useState } from 'preact/compat'
import { endOnServer, session, useSession } from '../../features/session/current.ts'
import {
  type PendingSignIn,
  type ReceivedTokens,
  type SignInFailure,
  type SignInOutcome,
  sendPasswordReset,
  signIn,
  type Tokens,
} from '../../features/session/sign-in.ts'
import { emailProblem } from './validation.ts'

type FirstEnrolment = typeof import('./FirstEnrolment.tsx')['FirstEnrolment']
type SecondStep = typeof import('./SecondStep.tsx')['SecondStep']

/** The states of §4.2 and of the reset request. */
export type State =
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

/** Makes the calls of the login screen with the typed e-mail address, and holds their results. */
export function useLogin(typedEmail: string) {
  const email = shown(typedEmail)
  const { token } = useSession()
  const [state, setState] = useState<State>({ at: 'idle' })

  function clear() {
    // the answer to a reset request has still to be shown
    setState((now) => (now.at === 'sendingReset' ? now : { at: 'idle' }))
  }

  async function submit(password: string) {
    setState({ at: 'submitting' })
    const outcome = await signIn(email, password)
    if (outcome.is === 'failed') setState({ at: 'failed', failure: outcome.failure })
    else if (outcome.is !== 'signedIn') setState(await afterPassword(outcome))
  }

  function openSession(tokens: Tokens) {
    session.signIn({ ...tokens, email })
  }

  function finishEnrolment(tokens: ReceivedTokens) {
    // another tab may have signed in
    if (token === null) openSession(tokens)
    else endOnServer(tokens.idToken)
    clear()
  }

  function askPasswordAgain(why: 'left' | 'ended') {
    setState({ at: why === 'ended' ? 'secondStepEnded' : 'idle' })
  }

  function sayCodesLost() {
    // another message, or the next sign-in, may have followed
    setState((now) => (now.at === 'idle' ? { at: 'codesLost' } : now))
  }

  async function sendReset() {
    const problem =
      email === '' ? 'Please enter your email to reset your password.' : emailProblem(email)
    if (problem) return setState({ at: 'resetFailed', message: problem })
    const sending: State = { at: 'sendingReset' }
    setState(sending)
    const sent = await sendPasswordReset(email)
    const outcome: State = sent
      ? { at: 'resetSent' }
      : { at: 'resetFailed', message: 'Error sending password reset email. Please try again.' }
    // the person may have logged in before the answer
    setState((now) => (now === sending ? outcome : now))
  }

  return {
    /** The typed address without invisible characters. */
    email,
    state,
    clear,
    submit,
    openSession,
    finishEnrolment,
    askPasswordAgain,
    sayCodesLost,
    sendReset,
  }
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
