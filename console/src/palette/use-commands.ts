import { useLocation, useNavigate } from 'react-router'
import { paths } from '../app/paths.ts'
import { setTheme, THEMES, useTheme } from '../app/theme.ts'
import { useClient } from '../app/client-context.ts'
import { endSession } from '../session/current.ts'
import { disable, offerElevation, useElevation } from '../session/current-elevation.ts'
import type { IconName } from '../ui/Icon.tsx'
import { hasWords, PALETTE_PAGES } from './commands.ts'
import type { Option } from './option.ts'

const THEME_ICONS: Record<(typeof THEMES)[number], IconName> = {
  system: 'monitor',
  light: 'sun',
  dark: 'moon',
}

/** The pages whose label has the typed words, but the one that is open. */
export function usePages(typed: string, go: (to: string) => void): Option[] {
  const { pathname } = useLocation()
  return PALETTE_PAGES.filter(({ label, to }) => to !== pathname && hasWords(label, typed)).map(
    ({ label, to, icon }) => ({
      id: `page:${to}`,
      title: label,
      details: [],
      icon,
      pick: () => go(to),
    }),
  )
}

/** What can be done from anywhere, by label or by another word for it. */
export function useActions(
  typed: string,
  { onClose, onKeys }: { onClose: () => void; onKeys: () => void },
): Option[] {
  const client = useClient()
  const navigate = useNavigate()
  const { elevated } = useElevation()
  const current = useTheme()
  const actions: { label: string; words: string; icon: IconName; act: () => void }[] = [
    {
      label: elevated ? 'Turn Super Admin off' : 'Turn Super Admin on',
      words: 'enable disable elevate',
      icon: 'shield',
      act: () => (elevated ? disable(client) : void offerElevation()),
    },
    ...THEMES.filter((theme) => theme !== current).map((theme) => ({
      label: `Use the ${theme} theme`,
      words: 'colours appearance mode',
      icon: THEME_ICONS[theme],
      act: () => setTheme(theme),
    })),
    {
      label: 'Log out',
      words: 'logout sign out',
      icon: 'logout',
      act: () => {
        endSession('logout')
        void navigate(paths.landing(), { replace: true })
      },
    },
  ]
  const closing = actions.map((action) => ({
    ...action,
    act: () => {
      onClose()
      action.act()
    },
  }))
  const keys = {
    label: 'Keyboard shortcuts',
    words: 'help keys',
    icon: 'info',
    act: onKeys,
  } as const
  return [...closing, keys]
    .filter(({ label, words }) => hasWords(`${label} ${words}`, typed))
    .map(({ label, icon, act }) => ({
      id: `action:${label}`,
      title: label,
      details: [],
      icon,
      pick: act,
    }))
}
