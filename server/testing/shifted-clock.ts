// Loaded before a server whose clock is wrong by CLOCK_SHIFT_MS.
const shift = Number(process.env['CLOCK_SHIFT_MS'])
const realNow = Date.now

Date.now = () => realNow() + shift

globalThis.Date = new Proxy(Date, {
  construct: (original, given) =>
    given.length === 0 ? new original(Date.now()) : Reflect.construct(original, given),
})
