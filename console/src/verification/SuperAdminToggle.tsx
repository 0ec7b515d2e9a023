import { useHost } from '../host/host-context.ts'
import { disable, offerElevation, useElevation } from '../session/current-elevation.ts'
import { Button } from '../ui/Button.tsx'

/** Turns Super Admin on and off where it makes a difference (§2.9, §6). */
export function SuperAdminToggle() {
  const host = useHost()
  const { elevated } = useElevation()
  return elevated ? (
    <Button icon="shield" onClick={() => disable(host)}>
      Disable Super Admin
    </Button>
  ) : (
    <Button icon="shield" onClick={() => void offerElevation()}>
      Enable Super Admin
    </Button>
  )
}
