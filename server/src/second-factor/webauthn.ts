import { isIP } from 'node:net'
import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'

/** For whom passkeys are made and used: a domain, and the origin of the pages that may ask for them. */
export interface RelyingParty {
  id: string
  origin: string
}

/** The signatures that passkeys may have, by their COSE numbers: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** How long a browser waits for the person, in milliseconds. */
const PROMPT_MS = 5 * 60_000

/**
 * Returns the relying party of the server's public address; undefined if browsers have no passkeys there: at an IP
 * address, and without TLS, except on the machine itself.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0
  if (isAddress || (protocol !== 'https:' && !isLocal)) return undefined
  return { id: hostname, origin }
}

/** A passkey as browsers name it. */
export interface PasskeyReference {
  credentialId: string
  transports: readonly string[]
}

/** A new passkey. */
export interface NewPasskey extends PasskeyReference {
  publicKey: Buffer
  signCount: number
}

/** Returns what a browser needs to make a passkey, in the JSON form of WebAuthn. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  administrator: { id: string; email: string; name: string },
  known: readonly PasskeyReference[],
  challenge: string,
): Promise<PublicKeyCredentialCreationOptionsJSON> {
  const { generateRegistrationOptions } = await library()
  return generateRegistrationOptions({
    rpName: 'Mandap',
    rpID,
    userID: Uint8Array.from(Buffer.from(administrator.id.replaceAll('-', ''), 'hex')),
    userName: administrator.email,
    userDisplayName: administrator.name || administrator.email,
    challenge: bytesOf(challenge),
    timeout: PROMPT_MS,
    // who made the authenticator does not matter
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
    excludeCredentials: known.map(referenceOf),
  })
}

/** Returns what a browser needs to use one of the passkeys, in the JSON form of WebAuthn. */
export async function requestOptions(
  { id: rpID }: RelyingParty,
  known: readonly PasskeyReference[],
  challenge: string,
): Promise<PublicKeyCredentialRequestOptionsJSON> {
  const { generateAuthenticationOptions } = await library()
  return generateAuthenticationOptions({
    rpID,
    challenge: bytesOf(challenge),
    timeout: PROMPT_MS,
    userVerification: 'required',
    allowCredentials: known.map(referenceOf),
  })
}

/** Returns the passkey that a browser made for a challenge; undefined if the answer does not prove it. */
export async function verifiedCreation(
  { id, origin }: RelyingParty,
  answer: unknown,
  challenge: string,
): Promise<NewPasskey | undefined> {
  const { verifyRegistrationResponse } = await library()
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      // the library checks the form of the answer
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      response: answer as RegistrationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return undefined
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey),
      signCount: credential.counter,
      transports: transportsIn(credential.transports),
    }
  } catch {
    // the library throws for each kind of wrong answer
    return undefined
  }
}

/** Returns how often the authenticator has signed; undefined if the answer does not prove that the passkey was used. */
export async function verifiedUse(
  { id, origin }: RelyingParty,
  answer: unknown,
  challenge: string,
  passkey: NewPasskey,
): Promise<number | undefined> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      response: answer as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Uint8Array.from(passkey.publicKey),
        // a counter that does not increase is refused, because the authenticator may have been copied
        counter: passkey.signCount,
      },
    })
    return verified ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** Loads the library with the first passkey: it takes 0.1 s and 27 MB. */
function library() {
  return import('@simplewebauthn/server')
}

function referenceOf({ credentialId, transports }: PasskeyReference) {
  return { id: credentialId, transports: [...transports] }
}

/** Returns the known transports: the browser's list is not signed. */
function transportsIn(given: readonly unknown[] | undefined): string[] {
  const known = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']
  return Array.isArray(given) ? known.filter((one) => given.includes(one)) : []
}

function bytesOf(challenge: string) {
  return Uint8Array.from(Buffer.from(challenge, 'base64url'))
}
