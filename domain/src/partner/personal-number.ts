/** An Aadhaar number with its first eight digits hidden: `XXXX XXXX 1234`; `''` stays empty. */
export function maskAadhaar(number: string): string {
  // a host may have masked it already
  if (number === '' || /^X{4} X{4} [X\d]{4}$/.test(number)) return number
  const digits = number.replaceAll(/\D/g, '')
  return `XXXX XXXX ${digits.length >= 12 ? digits.slice(-4) : 'XXXX'}`
}

/** A PAN with its middle hidden: `ABXXXXX34F`; `''` stays empty. */
export function maskPan(number: string): string {
  const pan = number.replaceAll(/\s/g, '').toUpperCase()
  if (pan === '') return ''
  return pan.length === 10 ? `${pan.slice(0, 2)}XXXXX${pan.slice(-3)}` : 'XXXXXXXXXX'
}
