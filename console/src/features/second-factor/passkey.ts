import { isObject } from '@mandap/domain/wire/read.ts'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/browser'
import { config } from '../client/config.ts'
import { FactorError, type FactorFailure } from './failure.ts'

/** What the server asks the browser for, and what the browser answers, in the JSON form of WebAuthn. */
export type PasskeyCreation = PublicKeyCredentialCreationOptionsJSON
export type PasskeyRequest = PublicKeyCredentialRequestOptionsJSON
export type NewPasskey = RegistrationResponseJSON
export type PasskeyAnswer = AuthenticationResponseJSON

/** Returns why this page cannot use passkeys; null if it can. */
export function whyNoPasskeys(): string | null {
  const { passkeyOrigin } = config().identity
  if (passkeyOrigin === null) return 'Passkeys do not work at the address of this server.'
  if (passkeyOrigin !== location.origin) return `Passkeys work only at ${passkeyOrigin}.`
  return typeof PublicKeyCredential === 'function' ? null : 'This browser cannot use passkeys.'
}

/** Loads the library before it is needed: some browsers ask for a passkey only soon after a click. */
export function preparePasskeys(): void {
  library().catch(() => {})
}

/** Lets the person make a passkey. Rejects with a `FactorError`. */
export async function makePasskey(optionsJSON: PasskeyCreation): Promise<NewPasskey> {
  const { startRegistration } = await library()
  return startRegistration({ optionsJSON }).catch(refused)
}

/** Asks the person for one of their passkeys. Rejects with a `FactorError`. */
export async function askPasskey(optionsJSON: PasskeyRequest): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library()
  return startAuthentication({ optionsJSON }).catch(refused)
}

/** Returns the options in an answer of the server. The browser checks what is in them. */
export function creationIn(options: unknown): PasskeyCreation {
  if (!isObject(options)) throw new FactorError('broken')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return options as unknown as PasskeyCreation
}

export function requestFrom(options: unknown): PasskeyRequest {
  if (!isObject(options)) throw new FactorError('broken')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return options as unknown as PasskeyRequest
}

async function library() {
  try {
    return await import('@simplewebauthn/browser')
  } catch (error) {
    throw new FactorError('notLoaded', error)
  }
}

/** The names of the errors of WebAuthn. Browsers have one name for a person who cancels and for a time-out. */
const FAILURES: Readonly<Record<string, FactorFailure>> = {
  NotAllowedError: 'cancelledPasskey',
  AbortError: 'cancelledPasskey',
  InvalidStateError: 'passkeyExists',
  SecurityError: 'passkeyAddress',
  ConstraintError: 'unverifiedPasskey',
  NotSupportedError: 'noPasskeys',
}

function refused(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  throw new FactorError(FAILURES[name] ?? 'wrongPasskey', error)
}
