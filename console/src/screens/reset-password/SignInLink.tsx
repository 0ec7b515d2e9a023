import { paths } from '../../features/navigation/paths.ts'
import { endSession, session, useSession } from '../../features/session/current.ts'
import { ButtonLink } from '../../ui/Button.tsx'

/**
 * A link to the login screen. Ends the session of this browser, because the login screen sends a person with a session on to
 * the dashboard. Says whose session ends, unless it is that of `account`.
 */
export function SignInLink({ account, children }: { account?: string; children: string }) {
  const isSignedIn = useSession().token !== null
  const { name, email } = session.identity()
  const isOther = isSignedIn && email.toLowerCase() !== account?.toLowerCase()
  return (
    <>
      {isOther && (
        <p className="mt-2 text-pretty text-ink-muted">
          <bdi className="wrap-anywhere">{name || email || 'Another person'}</bdi> is signed in in
          this browser. ‘{children}’ signs them out.
        </p>
      )}
      <ButtonLink
        look="primary"
        size="large"
        to={paths.login()}
        className="mt-6 w-full"
        onClick={() => isSignedIn && endSession('logout')}
      >
        {children}
      </ButtonLink>
    </>
  )
}
