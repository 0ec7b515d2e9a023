import { useEffect, useState } from 'preact/compat'
import { buttonClasses } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { Menu, MenuButton } from '../../ui/Menu.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import { config } from '../client/config.ts'
import { useElevation } from '../session/current-elevation.ts'
import type { Person } from './subject.ts'

const ErasePersonDialog = dialogOnDemand(
  'Erase this person',
  async () => (await import('./ErasePersonDialog.tsx')).ErasePersonDialog,
)
const ExportPersonDialog = dialogOnDemand(
  'Export all data',
  async () => (await import('./ExportPersonDialog.tsx')).ExportPersonDialog,
)

/** Renders the menu of what a Super Admin can do with all data of a person, if the host can do it. */
export function PersonMenu({
  person,
  size = 'medium',
  align = 'end',
}: {
  person: Person
  size?: 'small' | 'medium'
  align?: 'start' | 'end'
}) {
  const { elevated } = useElevation()
  const [open, setOpen] = useState<'export' | 'erase' | null>(null)
  useEffect(
    () =>
      elevated
        ? preloadWhenIdle([ExportPersonDialog.preload, ErasePersonDialog.preload])
        : undefined,
    [elevated],
  )
  if (!config().capabilities.personalData || person.erasedAt !== null) return null
  // an empty box would take a gap among the actions of a screen
  if (!elevated && open === null) return null
  const close = () => setOpen(null)
  return (
    // an erasure removes the menu together with its dialog
    <FocusAfterRemoval className="flex">
      {elevated && (
        <Menu
          align={align}
          className={buttonClasses('secondary', size)}
          trigger={
            <>
              <Icon name="shield" className="size-4" />
              Personal data
            </>
          }
        >
          <MenuButton icon="download" onSelect={() => setOpen('export')}>
            Export all data…
          </MenuButton>
          <MenuButton icon="trash" onSelect={() => setOpen('erase')}>
            Erase this person…
          </MenuButton>
        </Menu>
      )}
      {/* stays open when the grant ends, so that typed text is not lost */}
      {open === 'export' && <ExportPersonDialog person={person} onClose={close} />}
      {open === 'erase' && <ErasePersonDialog person={person} onClose={close} />}
    </FocusAfterRemoval>
  )
}
