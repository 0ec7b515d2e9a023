import {
  BAD_PHONE,
  isWholePhone,
  PHONE_DIGITS,
  typedPhone,
} from '@mandap/domain/super-admin/elevation.ts'
import { type FormEvent, useId, useState } from 'preact/compat'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
import { TextField } from '../../ui/Field.tsx'
import { config } from '../client/config.ts'

/** Asks for the number of the phone that receives the OTP (§5.1). */
export function EnterNumber({
  number,
  problem,
  busy,
  onText,
  onSend,
  onCancel,
}: {
  number: string
  problem: string | null
  busy: boolean
  /** Gets the typed text with what the field does not show. */
  onText: (text: string) => void
  onSend: () => void
  onCancel: () => void
}) {
  const formId = useId()
  const isWhole = isWholePhone(number)
  const [wasLeft, setWasLeft] = useState(false)
  const unfinished = wasLeft && number !== '' && !isWhole ? BAD_PHONE : null

  function submit(event: FormEvent) {
    event.preventDefault()
    onSend()
  }

  return (
    <Dialog
      title="Super Admin"
      description="An OTP will be sent to your phone. The number must be authorized for Super Admin access."
      keepOnBackdrop={number !== ''}
      onClose={onCancel}
      footer={
        <>
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            look="primary"
            type="submit"
            form={formId}
            busy={busy}
            disabledReason={isWhole ? undefined : BAD_PHONE}
          >
            Send OTP
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          label="Phone number"
          hint={`${PHONE_DIGITS} digits. +91 or 0 before them is dropped.`}
          error={problem ?? unfinished ?? undefined}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          ref={initialFocus}
          value={number}
          clean={(text) => typedPhone(text).slice(0, PHONE_DIGITS)}
          onText={(_, typed) => {
            setWasLeft(false)
            onText(typed)
          }}
          onBlur={() => setWasLeft(true)}
          onKeyDown={({ key }) => key === 'Enter' && setWasLeft(true)}
        />
        <p className="mt-3 text-sm text-ink-muted">
          An SMS is not secret: a copy of your SIM card receives it too.
          {config().capabilities.secondFactor &&
            ' Set up a second factor in your account, so that the OTP alone is not enough.'}
        </p>
        <Announced text={problem} />
      </form>
    </Dialog>
  )
}
