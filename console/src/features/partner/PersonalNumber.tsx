import type { Partner } from '@mandap/domain/partner/partner.ts'
import type { PersonalNumber as Kind } from '@mandap/domain/partner/personal-number.ts'
import {
  maskPersonalNumbers,
  personalNumberAt,
  personalNumbersIn,
} from '@mandap/domain/partner/personal-record.ts'
import { type QueryClient, useQueryClient } from '@tanstack/preact-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'preact/compat'
import { ApiError } from '@mandap/client/api-error.ts'
import type { Client } from '@mandap/client/client.ts'
import { config } from '../client/config.ts'
import { useClient } from '../client/client-context.ts'
import { readRoleAfter } from '../client/query-client.ts'
import { withElevation } from '../session/current-elevation.ts'
import { useIsViewer } from '../session/role.ts'
import { Button } from '../../ui/Button.tsx'
import { revealNumber } from './reveal-number.ts'
import { NO_TEXT } from '../../ui/no-text.ts'
import { invalidate } from '../client/query-keys.ts'

/** Milliseconds for which a revealed number is shown. */
const REVEALED_MS = 30_000

/** The label of each kind of number. */
const LABELS: Record<Kind, string> = {
  aadhaar: 'Aadhar number',
  pan: 'PAN',
  account: 'Account number',
}

type State =
  | { is: 'hidden' }
  | { is: 'requested' }
  | { is: 'shown'; number: string }
  | { is: 'failed'; why: string }

const HIDDEN: State = { is: 'hidden' }

/**
 * Renders a personal number of a partner: masked, and in full for 30 seconds after 'Show', which viewers do not have. The full number
 * exists only in this component and is discarded when the screen, the browser tab or the partner changes.
 */
export function PersonalNumber({
  partner,
  field,
}: {
  partner: Partner
  /** The field's path, with dots for nested fields: `aadharNo`. */
  field: string
}) {
  const masked = personalNumberAt(maskPersonalNumbers(partner.original), field)
  if (masked === '') return NO_TEXT
  const kind = personalNumbersIn(partner.original).find((one) => one.field === field)?.kind
  const label = LABELS[kind ?? 'account']
  // the key hides the number of another partner, and another number of the same partner
  return <Masked key={`${partner.id} ${field} ${masked}`} {...{ partner, field, masked, label }} />
}

/** Renders every personal number of a partner except the Aadhaar number of §3, as items of a description list. */
export function otherNumbers(partner: Partner) {
  const numbers = personalNumbersIn(partner.original)
  const isOne = (kind: Kind) => numbers.filter((one) => one.kind === kind).length === 1
  return numbers
    .filter(({ field }) => field !== 'aadharNo')
    .map(({ field, kind }) => ({
      term: isOne(kind) && kind !== 'aadhaar' ? LABELS[kind] : `${LABELS[kind]} (${field})`,
      value: <PersonalNumber partner={partner} field={field} />,
    }))
}

function Masked({
  partner,
  field,
  masked,
  label,
}: {
  partner: Partner
  field: string
  masked: string
  label: string
}) {
  const client = useClient()
  const queryClient = useQueryClient()
  const [state, setState] = useState(HIDDEN)
  const isViewer = useIsViewer()
  const asking = useRef<AbortController | null>(null)

  function hide() {
    asking.current?.abort()
    setState(HIDDEN)
  }

  async function show() {
    const mine = new AbortController()
    asking.current = mine
    setState({ is: 'requested' })
    const next = await revealed(client, queryClient, { partner, field, signal: mine.signal })
    if (mine.signal.aborted) return
    setState(next.is === 'shown' && document.hidden ? HIDDEN : next)
    // the audit log has a new entry
    if (next.is === 'shown') invalidate(queryClient, 'activity')
  }

  const end = useEffectEvent(hide)
  const isShown = state.is === 'shown'
  // not while it is requested: the SMS of Super Admin may be read on the same phone
  // a layout effect, because the tab may be hidden before other effects run
  useLayoutEffect(() => {
    if (!isShown) return
    const leave = () => end()
    // both fire when the tab is no longer visible: in the background or in the history
    document.addEventListener('visibilitychange', leave)
    addEventListener('pagehide', leave)
    return () => {
      document.removeEventListener('visibilitychange', leave)
      removeEventListener('pagehide', leave)
    }
  }, [isShown])

  useEffect(() => {
    if (!isShown) return
    const timer = setTimeout(() => end(), REVEALED_MS)
    return () => clearTimeout(timer)
  }, [isShown])

  useEffect(() => () => asking.current?.abort(), [])

  return (
    <>
      <span className="flex flex-wrap items-center gap-x-3">
        <output className="tabular-nums">
          {isShown ? <Whole number={state.number} /> : masked}
        </output>
        {!isViewer && (
          <Button
            look="quiet"
            size="small"
            icon={isShown ? 'eyeOff' : 'eye'}
            className="-my-1.5 -ml-2.5"
            busy={state.is === 'requested'}
            onClick={() => (isShown ? hide() : void show())}
          >
            <span>
              {isShown ? 'Hide' : state.is === 'failed' ? 'Try again' : 'Show'}
              <span className="sr-only"> {label}</span>
            </span>
          </Button>
        )}
      </span>
      {isShown && (
        <span className="mt-1 block text-sm font-normal text-ink-muted">
          {state.number === masked
            ? 'This host does not provide the full number.'
            : `Hides again in 30 s.${config().capabilities.auditLog ? ' This view was recorded.' : ''}`}
        </span>
      )}
      {state.is === 'failed' && (
        <span role="alert" className="mt-1 block text-sm font-normal text-negative-text">
          The number could not be shown. {state.why}
        </span>
      )}
    </>
  )
}

/** Renders a whole number. One click selects all of it; the copied text has no spaces. */
function Whole({ number }: { number: string }) {
  const digits = number.replaceAll(/[\s-]/g, '')
  const groups = /^\d{12}$/.test(digits) ? (digits.match(/\d{4}/g) ?? []) : [digits]
  return (
    <span className="break-all select-all">
      {groups.map((group, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- groups may be alike
        <span key={at} className="not-first:ml-[0.4em]">
          {group}
        </span>
      ))}
    </span>
  )
}

async function revealed(
  client: Client,
  queryClient: QueryClient,
  { partner, field, signal }: { partner: Partner; field: string; signal: AbortSignal },
): Promise<State> {
  try {
    const number = await withElevation((grant) =>
      revealNumber(client, partner, field, { grant, signal }),
    )
    return { is: 'shown', number }
  } catch (error) {
    readRoleAfter(queryClient, error)
    return { is: 'failed', why: error instanceof ApiError ? error.message : 'Try again.' }
  }
}
