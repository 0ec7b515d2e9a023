import { MIN_PASSWORD_LENGTH } from '@mandap/domain/session/password.ts'
import { useLocation } from '../../router/Router.tsx'
import { type ReactNode, useEffect, useState } from 'preact/compat'
import { LoginLayout, StepHeading } from '../../ui/LoginLayout.tsx'
import { usePageTitle } from '../../ui/use-page-title.ts'
import {
  type ResetFailure,
  type ResetLink,
  resetPassword,
} from '../../features/session/reset-password.ts'
import { Button } from '../../ui/Button.tsx'
import { Spinner } from '../../ui/loading.tsx'
import { isLinkFailure, LINK_FAILURES, passingFailure } from './failure-text.ts'
import { NewPasswordForm } from './NewPasswordForm.tsx'
import { SignInLink } from './SignInLink.tsx'

type State =
  | { at: 'checking' }
  | { at: 'choosing'; email: string }
  | { at: 'failed'; failed: ResetFailure }
  | { at: 'done'; email: string }

/** Renders the screen that sets a new password with the link of a reset mail. */
export default function ResetPassword() {
  const params = new URLSearchParams(useLocation().search)
  const link = { code: params.get('oobCode') ?? '', key: params.get('apiKey') ?? '' }
  // the browser does not load the page again for another code, which is behind the #
  return <Reset key={link.code} link={link} />
}

function Reset({ link }: { link: ResetLink }) {
  const { code, key } = link
  const [state, setState] = useState<State>({ at: 'checking' })

  useEffect(() => {
    if (state.at !== 'checking') return undefined
    let isLeft = false
    async function check() {
      const answer = await resetPassword({ code, key })
      if (isLeft) return
      if ('failure' in answer) setState({ at: 'failed', failed: answer })
      else if ('email' in answer) setState({ at: 'choosing', email: answer.email })
    }
    void check()
    return () => {
      isLeft = true
    }
  }, [state.at, code, key])

  switch (state.at) {
    case 'checking':
      return (
        <Page title="Checking your link">
          <p className="mt-4 flex items-center gap-2.5 text-ink-muted">
            <Spinner className="size-4" /> This takes a moment.
          </p>
        </Page>
      )
    case 'choosing':
      return (
        <Page title="Choose a new password">
          <Text>
            Use at least {MIN_PASSWORD_LENGTH} characters. You will be signed out on all devices.
          </Text>
          <NewPasswordForm
            email={state.email}
            save={(password) => resetPassword(link, password)}
            onSaved={() => setState({ at: 'done', email: state.email })}
            onLinkFailed={(failure) => setState({ at: 'failed', failed: { failure } })}
          />
        </Page>
      )
    case 'failed': {
      const { failure } = state.failed
      if (!isLinkFailure(failure))
        return <CheckFailed failed={state.failed} onRetry={() => setState({ at: 'checking' })} />
      return (
        <Page title={LINK_FAILURES[failure].title}>
          <Text>{LINK_FAILURES[failure].reason}</Text>
          {/* a disabled account gets no link */}
          {failure !== 'disabled' && (
            <Text>
              To get a new link, open the sign-in page, enter your e-mail and choose 'Forgot
              Password?'.
            </Text>
          )}
          <SignInLink>Go to sign-in</SignInLink>
        </Page>
      )
    }
    case 'done':
      return (
        <Page title="Your new password is set">
          <Text>You have been signed out on all devices. Sign in with the new password.</Text>
          <SignInLink account={state.email}>Sign in</SignInLink>
        </Page>
      )
  }
}

function CheckFailed({ failed, onRetry }: { failed: ResetFailure; onRetry: () => void }) {
  const { title, hint } = passingFailure(failed)
  return (
    <Page title={title}>
      <Text>{hint}</Text>
      <Button look="primary" size="large" className="mt-6 w-full" onClick={onRetry}>
        Try again
      </Button>
    </Page>
  )
}

function Page({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title)
  return (
    <LoginLayout>
      <StepHeading key={title}>{title}</StepHeading>
      {children}
      <p className="mt-8 text-sm text-ink-muted">
        Mandap never asks for your password by e-mail or phone.
      </p>
    </LoginLayout>
  )
}

function Text({ children }: { children: ReactNode }) {
  return <p className="mt-2 text-pretty text-ink-muted">{children}</p>
}
