const NO_TEXT = 'Not Available'

const LINK =
  'rounded-xs text-accent-text hover:underline pointer-coarse:inline-block pointer-coarse:py-1'

/** A tap calls the number. */
export function PhoneLink({ number, none = NO_TEXT }: { number: string; none?: string }) {
  const dialled = number.replaceAll(/[^\d+]/g, '')
  if (dialled === '') return number || none
  return (
    <a href={`tel:${dialled}`} className={LINK}>
      {number}
    </a>
  )
}

export function EmailLink({ address, none = NO_TEXT }: { address: string; none?: string }) {
  if (!address.includes('@')) return address || none
  return (
    <a href={`mailto:${encodeURIComponent(address).replace('%40', '@')}`} className={LINK}>
      {address}
    </a>
  )
}
