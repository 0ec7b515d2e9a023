import { lazy, Suspense, useEffect } from 'react'
import { useClient } from '../app/client-context.ts'
import { config } from '../app/config.ts'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import {
  answerOffer,
  elevation,
  offerElevation,
  useElevation,
  useElevationOffer,
} from './current-elevation.ts'
import { readElevation } from './elevation-calls.ts'

const SuperAdminDialog = lazy(() => import('./SuperAdminDialog.tsx'))

/** Where Super Admin is offered, and where it is said that it is over. */
export function ElevationRoot() {
  const client = useClient()
  const isOffered = useElevationOffer()
  const { ranOut } = useElevation()

  useEffect(() => {
    if (!config().capabilities.elevationExpiry) return
    elevation
      .recover((grant) => readElevation(client, grant))
      .catch((error: unknown) => {
        // calls that need it are refused by the server, and Super Admin is offered again
        console.warn('Super Admin could not be looked after', error)
      })
  }, [client])

  return (
    <>
      <output>{ranOut && <RanOut />}</output>
      {isOffered && (
        <Suspense>
          <SuperAdminDialog onClose={answerOffer} />
        </Suspense>
      )}
    </>
  )
}

function RanOut() {
  return (
    <div className="border-b border-line bg-warning-soft text-warning-text">
      <div className="mx-auto flex max-w-[90rem] flex-wrap items-center gap-x-3 gap-y-1 px-4 py-1.5 sm:px-6 lg:px-8">
        <Icon name="shield" className="size-4.5 max-sm:hidden" />
        <p className="min-w-0 grow font-medium">Super Admin has expired.</p>
        <Button look="quiet" size="small" onClick={() => void offerElevation()}>
          Turn on again
        </Button>
        <Button look="quiet" size="small" onClick={() => elevation.acknowledge()}>
          Dismiss
        </Button>
      </div>
    </div>
  )
}
