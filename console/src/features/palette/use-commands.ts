import { useLocation, useNavigate } from '../../router/Router.tsx'
import { paths } from '../navigation/paths.ts'
import { useLogout } from '../navigation/use-logout.ts'
import { setTheme, THEMES, useTheme } from '../../ui/theme.ts'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { toggleElevation, useElevation } from '../session/current-elevation.ts'
import { useIsViewer } from '../session/role.ts'
import type { IconName } from '../../ui/Icon.tsx'
import { matchesWords, palettePages } from './commands.ts'
import { showPalette } from './current-palette.ts'
import type { Option } from './option.ts'

const THEME_ICONS: Record<(typeof THEMES)[number], IconName> = {
  system: 'monitor',
  light: 'sun',
  dark: 'moon',
}

/** Returns the pages that match the typed words, except the open page and those that are listed elsewhere. */
export function usePageOptions(
  typed: string,
  listed: readonly string[],
  go: (to: string) => void,
): Option[] {
  const { pathname } = useLocation()
  return palettePages()
    .filter(
      ({ label, to }) => to !== pathname && !listed.includes(to) && matchesWords(label, typed),
    )
    .map(({ label, to, icon }) => ({
      kind: 'page',
      id: `page:${to}`,
      title: label,
      details: [],
      icon,
      onSelect: () => go(to),
    }))
}

/** Returns the actions that match the typed words by their label or a synonym. */
export function useActionOptions(typed: string, onClose: () => void): Option[] {
  const client = useClient()
  const navigate = useNavigate()
  const logout = useLogout()
  const { elevated } = useElevation()
  const isViewer = useIsViewer()
  const current = useTheme()
  const actions: { label: string; synonyms: string; icon: IconName; run: () => void }[] = [
    ...(isViewer
      ? []
      : [
          {
            label: elevated ? 'Turn Super Admin off' : 'Turn Super Admin on',
            synonyms: 'enable disable elevate',
            icon: 'shield' as const,
            run: () => toggleElevation(client),
          },
        ]),
    ...THEMES.filter((theme) => theme !== current).map((theme) => ({
      label: `Use the ${theme} theme`,
      synonyms: 'colours appearance mode',
      icon: THEME_ICONS[theme],
      run: () => setTheme(theme),
    })),
    {
      label: 'Keyboard shortcuts',
      synonyms: 'help keys',
      icon: 'info',
      run: () => showPalette('keys'),
    },
    ...(config().capabilities.administrators
      ? [
          {
            label: 'Your account',
            synonyms: 'password sessions devices security settings',
            icon: 'user' as const,
            run: () => navigate(paths.account()),
          },
          ...(elevated
            ? [
                {
                  label: 'Administrators',
                  synonyms: 'invite disable colleagues staff',
                  icon: 'users' as const,
                  run: () => navigate(paths.administrators()),
                },
              ]
            : []),
        ]
      : []),
    {
      label: 'Logout',
      synonyms: 'log out sign out',
      icon: 'logout',
      run: logout,
    },
  ]
  return actions
    .filter(({ label, synonyms }) => matchesWords(`${label} ${synonyms}`, typed))
    .map(({ label, icon, run }) => ({
      kind: 'action',
      id: `action:${label}`,
      title: label,
      details: [],
      icon,
      onSelect: () => {
        onClose()
        run()
      },
    }))
}
