import { Button } from '../../ui/Button.tsx'
import { CodeField } from '../../ui/CodeField.tsx'
import type { ProofInput } from './use-proof.ts'

/** Renders what a form asks for of the second factor, beside a password or an OTP. */
export function ProofFields({
  proof,
  error,
  onEdit,
}: {
  proof: ProofInput
  /** Why the code or the passkey was refused. */
  error: string | undefined
  /** Called when an earlier error no longer applies. */
  onEdit: () => void
}) {
  const { way, hasApp, canUsePasskey, whyNoPasskey, code } = proof
  return (
    <>
      {way === 'passkey' && (
        <p className="text-ink-muted">Your browser then asks for a passkey of your account.</p>
      )}
      {way === 'passkey' && error && <p className="text-sm text-negative-text">{error}</p>}
      {way === 'code' && (
        <CodeField
          label={hasApp ? 'Code of the app, or a recovery code' : 'Recovery code'}
          hint={whyNoPasskey}
          required
          value={code}
          error={error}
          onText={(text) => {
            onEdit()
            proof.setCode(text)
          }}
        />
      )}
      {canUsePasskey && (
        <div className="-ml-2.5">
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              onEdit()
              proof.toggle()
            }}
          >
            {way === 'passkey' ? 'Use a code instead' : 'Use a passkey instead'}
          </Button>
        </div>
      )}
    </>
  )
}
