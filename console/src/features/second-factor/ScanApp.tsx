import { FACTOR_CODE_DIGITS } from '@mandap/domain/session/second-factor.ts'
import { type ReactNode, useEffect, useState } from 'preact/compat'
import { Skeleton } from '../../ui/loading.tsx'
import { groupedKey, otpauthAddress } from './otpauth.ts'

type QrCode = typeof import('./QrCode.tsx')['QrCode']

/** Renders the secret for an authenticator app, as a QR code and as text. `children` is the field of the code. */
export function ScanApp({
  email,
  secret,
  children,
}: {
  email: string
  secret: string
  children: ReactNode
}) {
  const qrCode = useQrCode()
  return (
    <ol className="grid list-outside list-decimal gap-4 pl-5 marker:font-semibold marker:text-ink-muted">
      <li>
        <p>
          Open an authenticator app on your phone, such as Google Authenticator or Aegis, and scan
          this code.
        </p>
        <div className="mt-3">
          {qrCode.is === 'loading' && <Skeleton className="size-44 rounded-md" />}
          {qrCode.is === 'failed' && (
            <p className="text-negative-text">The QR code could not be loaded. Use the key.</p>
          )}
          {qrCode.is === 'loaded' && (
            <qrCode.QrCode
              text={otpauthAddress(email, secret)}
              label="QR code for an authenticator app"
            />
          )}
        </div>
        <p className="mt-3 text-sm text-ink-muted">
          Cannot scan it? Enter this key in the app:
          <code className="mt-0.5 block font-mono font-medium wrap-anywhere text-ink select-all">
            {groupedKey(secret)}
          </code>
        </p>
      </li>
      <li>
        <p className="mb-3">Enter the {FACTOR_CODE_DIGITS} digits that the app shows.</p>
        {children}
      </li>
    </ol>
  )
}

type Loading = { is: 'loading' } | { is: 'failed' } | { is: 'loaded'; QrCode: QrCode }

/** Loads the code that draws QR codes. Without it, the person enters the key. */
function useQrCode(): Loading {
  const [loading, setLoading] = useState<Loading>({ is: 'loading' })
  useEffect(() => {
    import('./QrCode.tsx').then(
      ({ QrCode }) => setLoading({ is: 'loaded', QrCode }),
      (error: unknown) => {
        console.warn('The code that draws QR codes could not be loaded', error)
        setLoading({ is: 'failed' })
      },
    )
  }, [])
  return loading
}
