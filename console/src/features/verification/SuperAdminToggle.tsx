import { useClient } from '../client/client-context.ts'
import { toggleElevation, useElevation } from '../session/current-elevation.ts'
import { useIsViewer } from '../session/role.ts'
import { Button } from '../../ui/Button.tsx'

/**
 * Renders the switch of Super Admin on the hub (§2.9, §6). It keeps its name and shows whether the mode is on; the
 * top bar has the time left and Disable. Viewers do not have it.
 */
export function SuperAdminToggle() {
  const client = useClient()
  const { elevated } = useElevation()
  if (useIsViewer()) return null
  return (
    <Button
      icon={elevated ? 'check' : 'shield'}
      aria-pressed={elevated}
      title={elevated ? 'Super Admin is on. Press to turn it off.' : 'Turn Super Admin on'}
      className={elevated ? 'bg-warning-soft! text-warning-text!' : ''}
      onClick={() => toggleElevation(client)}
    >
      Super Admin
    </Button>
  )
}
