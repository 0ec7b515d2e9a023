import { useState } from 'preact/compat'
import { Button } from '../../ui/Button.tsx'

const FILE_NAME = 'mandap-recovery-codes.txt'

/** Renders new recovery codes, which are shown once, with ways to keep them. */
export function RecoveryCodes({ codes }: { codes: readonly string[] }) {
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied('yes')
    } catch (error) {
      console.warn('The recovery codes could not be copied', error)
      setCopied('failed')
    }
  }

  function download() {
    const text = `Recovery codes for Mandap. Each one works once.\n\n${codes.join('\n')}\n`
    const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = FILE_NAME
    link.click()
    // the browser reads the address after this task
    setTimeout(() => URL.revokeObjectURL(address), 60_000)
  }

  return (
    <>
      <p>
        If you cannot use your passkey or your app, each of these recovery codes signs you in once.
        Keep them where you keep passwords: they are not shown again.
      </p>
      <ul
        aria-label="Recovery codes"
        className="mt-4 grid gap-y-1.5 rounded-md border border-line bg-sunken px-4 py-3 font-mono"
      >
        {codes.map((code) => (
          <li key={code} className="whitespace-nowrap select-all">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-3 flex flex-wrap items-center gap-2">
        <Button icon="copy" onClick={() => void copy()}>
          Copy
        </Button>
        <Button icon="download" onClick={download}>
          Download
        </Button>
        <output className="text-sm text-ink-muted">
          {copied === 'yes' && 'Copied.'}
          {copied === 'failed' &&
            'The codes could not be copied. Download them, or write them down.'}
        </output>
      </div>
    </>
  )
}
