// @ts-check
const address = new URLSearchParams(location.search)
const code = address.get('oobCode') ?? ''
const key = address.get('apiKey') ?? ''
const SERVICE = `/identitytoolkit.googleapis.com/v1/accounts:resetPassword?key=${encodeURIComponent(key)}`
const MINIMUM = Number('{{minimum}}')

const form = find('form', HTMLFormElement)
const password = find('#password', HTMLInputElement)
const again = find('#again', HTMLInputElement)
const submit = find('form .action', HTMLButtonElement)

/** @typedef {'checking' | 'choosing' | 'refused' | 'unreachable' | 'done'} State */

const REFUSALS = new Map([
  [
    'EXPIRED_OOB_CODE',
    {
      title: 'This link has expired',
      why: 'For security, links work for one hour.',
    },
  ],
  [
    'INVALID_OOB_CODE',
    {
      title: 'This link no longer works',
      why: 'It has been used, the password has changed since, or part of the link is missing. If you have just chosen a password, try to sign in with it.',
    },
  ],
  [
    'USER_DISABLED',
    {
      title: 'This account is disabled',
      why: 'Ask your administrator to enable it.',
    },
  ],
])

form.addEventListener('submit', (event) => {
  event.preventDefault()
  void setPassword()
})
for (const input of [password, again])
  input.addEventListener('input', () => showFieldError(input, ''))
find('#show', HTMLInputElement).addEventListener('change', ({ currentTarget }) => {
  const shown = currentTarget instanceof HTMLInputElement && currentTarget.checked
  for (const input of [password, again]) input.type = shown ? 'text' : 'password'
})
find('#retry', HTMLButtonElement).addEventListener('click', () => void check())

void check()

async function check() {
  show('checking')
  const answer = await post({ oobCode: code })
  if ('error' in answer) return showError(answer.error)
  find('#account', HTMLInputElement).value = answer.email
  show('choosing')
  password.focus()
}

async function setPassword() {
  if (submit.ariaDisabled === 'true') return
  const { length } = Array.from(password.value)
  const tooShort = length < MINIMUM
  const differs = password.value !== again.value
  showFieldError(
    password,
    tooShort ? `${length || 'No'} characters so far: use at least ${MINIMUM}.` : '',
  )
  showFieldError(again, differs && !tooShort ? 'The two passwords are not the same.' : '')
  if (tooShort) return password.focus()
  if (differs) return again.focus()

  busy(true)
  const answer = await post({ oobCode: code, newPassword: password.value })
  busy(false)
  if (!('error' in answer)) return show('done')
  if (answer.error.startsWith('WEAK_PASSWORD')) {
    showFieldError(password, `Use at least ${MINIMUM} characters.`)
    return password.focus()
  }
  if (REFUSALS.has(answer.error)) return showError(answer.error)
  problem(troubleOf(answer.error).why)
}

/**
 * @param {object} body
 * @returns {Promise<{ email: string } | { error: string }>}
 */
async function post(body) {
  try {
    const response = await fetch(SERVICE, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const answer = await response.json()
    return response.ok ? { email: answer.email } : { error: String(answer.error.message) }
  } catch {
    return { error: 'UNREACHABLE' }
  }
}

/** @param {string} error */
function showError(error) {
  // a link without its code or key gets the same message as a used one
  const refusal = REFUSALS.get(isBrokenLink(error) ? 'INVALID_OOB_CODE' : error)
  const state = refusal ? 'refused' : 'unreachable'
  const words = refusal ?? troubleOf(error)
  find(`#${state} h1`, HTMLElement).textContent = words.title
  find(`#${state} .why`, HTMLElement).textContent = words.why
  show(state)
}

/** @param {string} error */
function isBrokenLink(error) {
  return error === 'MISSING_OOB_CODE' || /API key/.test(error)
}

/** @param {string} error */
function troubleOf(error) {
  return error === 'TOO_MANY_ATTEMPTS_TRY_LATER'
    ? {
        title: 'Too many attempts',
        why: 'Wait 15 minutes, then try again. Your link remains valid for its full hour.',
      }
    : {
        title: 'The server does not answer',
        why: 'The server does not answer. Check your connection and try again.',
      }
}

/** @param {State} state */
function show(state) {
  for (const section of document.querySelectorAll('section')) section.hidden = section.id !== state
  const heading = find(`#${state} h1`, HTMLElement)
  document.title = `${heading.textContent} · Mandap`
  if (state !== 'checking') heading.focus()
}

/**
 * Shows the error of a field, or hides it for ''.
 * @param {HTMLInputElement} input
 * @param {string} error
 */
function showFieldError(input, error) {
  const line = find(`#${input.id}-error`, HTMLElement)
  line.textContent = error
  line.hidden = !error
  input.ariaInvalid = error ? 'true' : null
  problem('')
}

/** @param {string} text */
function problem(text) {
  const line = find('#problem', HTMLElement)
  line.hidden = !text
  line.textContent = text
}

/** @param {boolean} isBusy */
function busy(isBusy) {
  submit.ariaDisabled = isBusy ? 'true' : null
  submit.textContent = isBusy ? 'Setting …' : 'Set new password'
}

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} kind
 * @returns {T}
 */
function find(selector, kind) {
  const element = document.querySelector(selector)
  if (!(element instanceof kind)) throw new Error(`This page lacks ${selector}.`)
  return element
}
