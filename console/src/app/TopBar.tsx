import { useLocation } from '../router/Router.tsx'
import { Link } from '../router/Link.tsx'
import { config } from '../features/client/config.ts'
import { useClient } from '../features/client/client-context.ts'
import { showPalette } from '../features/palette/current-palette.ts'
import { PaletteButton } from '../features/palette/PaletteButton.tsx'
import { session, useSession } from '../features/session/current.ts'
import { toggleElevation, useElevation } from '../features/session/current-elevation.ts'
import { useIsViewer } from '../features/session/role.ts'
import { TimeLeft } from '../features/session/TimeLeft.tsx'
import { Button, ButtonLink } from '../ui/Button.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { Icon } from '../ui/Icon.tsx'
import { FocusAfterRemoval } from '../ui/states.tsx'
import { EmailText } from '../ui/EmailText.tsx'
import { Menu, MenuButton, MenuLink } from '../ui/Menu.tsx'
import { Logo } from '../ui/Logo.tsx'
import { isTouch } from '../ui/keyboard.ts'
import { pageAt, pages } from '../features/navigation/pages.ts'
import { paths } from '../features/navigation/paths.ts'
import { useLogout } from '../features/navigation/use-logout.ts'
import { setTheme, useTheme } from '../ui/theme.ts'

/** The top bar (§2.2). Without a session, which happens on /expired-bookings only, it links to the login screen. */
export function TopBar() {
  const client = useClient()
  const { token } = useSession()
  const { elevated } = useElevation()
  const isViewer = useIsViewer()
  const toggleSuperAdmin = isViewer ? null : () => toggleElevation(client)
  return (
    // gets the focus when the mode replaces the button that has it
    <header
      data-takes-focus
      tabIndex={-1}
      className="top-bar sticky top-0 z-40 border-b border-line bg-surface"
    >
      {/* on a narrow screen the mode takes the space that the sides leave */}
      <div
        className={`bar-columns grid h-14 items-center gap-3 px-2.5 sm:px-6 lg:px-8 ${elevated ? 'grid-cols-[auto_1fr_auto] max-sm:gap-1 lg:grid-cols-[1fr_auto_1fr]' : 'grid-cols-[1fr_auto_1fr]'}`}
      >
        <div className="flex min-w-0 justify-start">
          {token && <Pages superAdmin={elevated} onSuperAdmin={toggleSuperAdmin} />}
        </div>
        <div className="flex min-w-0 items-center justify-center gap-2.5">
          <Link
            to={paths.dashboard()}
            className="flex min-h-10 items-center gap-2.5 rounded-sm px-1 text-lg font-semibold tracking-tight"
          >
            <Logo />
            <span className={elevated ? 'app-name-in-mode' : 'app-name'}>Admin</span>
          </Link>
          {elevated && toggleSuperAdmin && (
            <FocusAfterRemoval className="flex min-w-0">
              <SuperAdminMode onDisable={toggleSuperAdmin} />
            </FocusAfterRemoval>
          )}
        </div>
        <div className="flex min-w-0 items-center justify-end gap-2">
          {token ? (
            <>
              <PaletteButton />
              {!elevated && toggleSuperAdmin && (
                <span className="hidden md:inline-flex">
                  <Button icon="shield" onClick={toggleSuperAdmin}>
                    Super Admin
                  </Button>
                </span>
              )}
              <Account />
            </>
          ) : (
            <ButtonLink to={paths.landing()}>Login</ButtonLink>
          )}
        </div>
      </div>
    </header>
  )
}

/** Renders the mode, the time left and Disable as one group. On a phone, Disable is in the menu. */
function SuperAdminMode({ onDisable }: { onDisable: () => void }) {
  return (
    <fieldset
      aria-label="Super Admin mode"
      className="flex min-w-0 items-center rounded-full bg-warning-soft text-warning-text md:p-1"
    >
      <span className="flex min-w-0 items-center gap-1.5 px-2.5 py-1 text-xs font-medium md:py-0 md:text-sm">
        <Icon name="shield" className="size-4 max-sm:hidden" />
        <span className="flex flex-wrap gap-x-1.5">
          <span className="whitespace-nowrap">Super Admin</span>
          <TimeLeft />
        </span>
      </span>
      <button
        type="button"
        title="Turn Super Admin off"
        onClick={onDisable}
        className="hidden min-h-7 items-center rounded-full bg-surface px-3 text-sm font-medium text-ink shadow-card hover:bg-hover md:inline-flex pointer-coarse:min-h-10"
      >
        Disable
      </button>
    </fieldset>
  )
}

function Pages({
  superAdmin,
  onSuperAdmin,
}: {
  superAdmin: boolean
  /** Null for viewers. */
  onSuperAdmin: (() => void) | null
}) {
  const current = pageAt(useLocation().pathname)
  const entries = (
    <ul>
      {pages().map((page) => (
        <li key={page.to}>
          <MenuLink to={page.to} icon={page.icon} current={page === current}>
            {page.label}
          </MenuLink>
        </li>
      ))}
    </ul>
  )
  return (
    <nav aria-label="Pages" className="min-w-0 sm:-ml-2.5">
      <span className="hidden md:block">
        <Menu
          className={BAR_BUTTON}
          trigger={
            <>
              <span className="truncate">{current?.label ?? 'Pages'}</span>
              <Icon name="chevronDown" className="size-4 text-ink-muted" />
            </>
          }
        >
          {entries}
        </Menu>
      </span>
      <span className="md:hidden">
        <Menu className={BAR_BUTTON} label="Menu" trigger={<Icon name="menu" />}>
          {entries}
          {onSuperAdmin && (
            <>
              <hr className="my-1 border-line" />
              <MenuButton icon="shield" onSelect={onSuperAdmin}>
                {superAdmin ? 'Disable Super Admin' : 'Super Admin'}
              </MenuButton>
            </>
          )}
        </Menu>
      </span>
    </nav>
  )
}

function Account() {
  const logout = useLogout()
  const theme = useTheme()
  const { elevated } = useElevation()
  return (
    <Menu
      align="end"
      className={`${BAR_BUTTON} sm:-mr-2.5`}
      label="Account"
      trigger={
        <>
          <Icon name="user" />
          <span className="hidden md:inline">Account</span>
          <Icon name="chevronDown" className="hidden size-4 text-ink-muted md:block" />
        </>
      }
    >
      <SignedInAs />
      <hr className="my-1 border-line" />
      <MenuLink to={paths.dashboard()} icon="dashboard">
        Dashboard
      </MenuLink>
      {config().capabilities.administrators && (
        <MenuLink to={paths.account()} icon="user">
          Your account
        </MenuLink>
      )}
      {config().capabilities.administrators && elevated && (
        <MenuLink to={paths.administrators()} icon="users">
          Administrators
        </MenuLink>
      )}
      {!isTouch && (
        <MenuButton icon="info" onSelect={() => showPalette('keys')}>
          Keyboard shortcuts
        </MenuButton>
      )}
      <MenuButton icon="logout" onSelect={logout}>
        Logout
      </MenuButton>
      <hr className="my-1 border-line" />
      <div className="p-2">
        <SegmentedControl
          label="Theme"
          value={theme}
          onValue={setTheme}
          options={[
            { value: 'system', label: 'System', icon: 'monitor' },
            { value: 'light', label: 'Light', icon: 'sun' },
            { value: 'dark', label: 'Dark', icon: 'moon' },
          ]}
        />
      </div>
    </Menu>
  )
}

/** Says who is signed in. A host may not tell the name or the e-mail. */
function SignedInAs() {
  const { name, email } = session.identity()
  const isViewer = useIsViewer()
  return (
    <div className="max-w-72 px-2.5 py-1.5">
      <p className="text-sm text-ink-muted">{name || email ? 'Signed in as' : 'Signed in'}</p>
      {(name || email) && (
        <p className="font-medium wrap-anywhere">
          <bdi>{name || <EmailText address={email} />}</bdi>
        </p>
      )}
      {name && email && (
        <p className="text-sm wrap-anywhere text-ink-muted">
          <bdi>
            <EmailText address={email} />
          </bdi>
        </p>
      )}
      {isViewer && <p className="text-sm text-ink-muted">Viewer: you cannot change anything.</p>}
    </div>
  )
}

const BAR_BUTTON =
  'inline-flex min-h-9 max-w-full items-center gap-2 rounded-sm px-2.5 font-medium hover:bg-hover aria-expanded:bg-hover pointer-coarse:min-h-11'
