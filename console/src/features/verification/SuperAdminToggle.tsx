import { useClient } from '../client/client-context.ts'
import { disable, offerElevation, useElevation } from '../session/current-elevation.ts'
import { Button } from '../../ui/Button.tsx'

/** Renders the switch of Super Admin on screens where it matters (§2.9, §6). */
export function SuperAdminToggle() {
  const client = useClient()
  const { elevated } = useElevation()
  return elevated ? (
    <Button icon="shield" onClick={() => disable(client)}>
      Disable Super Admin
    </Button>
  ) : (
    <Button icon="shield" onClick={() => void offerElevation()}>
      Enable Super Admin
    </Button>
  )
}
