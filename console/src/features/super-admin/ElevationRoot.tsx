import { useEffect } from 'preact/compat'
import { useClient } from '../client/client-context.ts'
import { config } from '../client/config.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { FocusAfterRemoval } from '../../ui/states.tsx'
import { dialogOnDemand } from '../../ui/on-demand.tsx'
import { preloadWhenIdle } from '../../ui/preload.ts'
import {
  answerOffer,
  elevation,
  offerElevation,
  useElevation,
  useElevationOffer,
} from '../session/current-elevation.ts'
import { useRole } from '../session/role.ts'
import { readElevation } from './elevation-calls.ts'

const SuperAdminDialog = dialogOnDemand(
  'Super Admin',
  async () => (await import('./SuperAdminDialog.tsx')).SuperAdminDialog,
)

/** Renders the dialog that turns Super Admin on and the notice that it has ended. */
export function ElevationRoot() {
  const client = useClient()
  const isOffered = useElevationOffer()
  const { ranOut, elevated } = useElevation()
  // the token may still have an earlier role
  const isViewer = useRole() === 'viewer'

  useEffect(() => preloadWhenIdle([SuperAdminDialog.preload]), [])

  useEffect(() => {
    if (!config().capabilities.elevationExpiry) return
    elevation
      .recover((grant) => readElevation(client, grant))
      .catch((error: unknown) => {
        // the server rejects calls that need the mode, and the console then offers to turn it on again
        console.warn('The state of Super Admin could not be read', error)
      })
  }, [client])

  // the grant has ended with the other role
  useEffect(() => {
    if (isViewer && elevated) elevation.end()
  }, [isViewer, elevated])

  return (
    <>
      {/* gets the focus after the notice, whose buttons are removed with it */}
      <output data-takes-focus tabIndex={-1} className="outline-none">
        {ranOut && !isViewer && <RanOut />}
      </output>
      {isOffered && <SuperAdminDialog onClose={answerOffer} />}
    </>
  )
}

function RanOut() {
  return (
    <div className="border-b border-line bg-warning-soft text-warning-text">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 sm:px-6 lg:px-8">
        <Icon name="shield" className="size-4.5 max-sm:hidden" />
        <p className="min-w-0 grow font-medium">Super Admin has expired.</p>
        <FocusAfterRemoval className="flex flex-wrap gap-x-3 gap-y-1">
          <Button look="quiet" size="small" onClick={() => void offerElevation()}>
            Turn on again
          </Button>
          <Button look="quiet" size="small" onClick={() => elevation.acknowledge()}>
            Dismiss
          </Button>
        </FocusAfterRemoval>
      </div>
    </div>
  )
}
