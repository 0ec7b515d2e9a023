import {
  BAD_PHONE,
  isWholePhone,
  PHONE_DIGITS,
  typedPhone,
} from '@mandap/domain/super-admin/elevation.ts'
import { type FormEvent, useId } from 'preact/compat'
import { Announced } from '../../ui/Announced.tsx'
import { Button } from '../../ui/Button.tsx'
import { CheckedField } from '../../ui/CheckedField.tsx'
import { Dialog, initialFocus } from '../../ui/Dialog.tsx'
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
  /** Receives the text as it was typed. The field shows only its first digits. */
  onText: (text: string) => void
  onSend: () => void
  onCancel: () => void
}) {
  const formId = useId()
  const unfinished = isWholePhone(number) ? undefined : BAD_PHONE

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
            disabledReason={unfinished}
          >
            Send OTP
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <CheckedField
          label="Phone number"
          hint={`${PHONE_DIGITS} digits. +91 or 0 before them is dropped.`}
          problem={unfinished}
          error={problem ?? undefined}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          ref={initialFocus}
          value={number}
          clean={(text) => typedPhone(text).slice(0, PHONE_DIGITS)}
          onText={(_, typed) => onText(typed)}
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
