import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** What an authenticator does instead of the right thing. */
export interface Faults {
  origin?: string
  rpId?: string
  challenge?: string
  /** Whether the person entered a PIN or the like. */
  isVerified?: boolean
  /** How often the authenticator says that it signed. */
  signCount?: number
  type?: string
  credentialId?: string
  privateKey?: KeyObject
}

/**
 * A software authenticator (WebAuthn level 3, attestation `none`, ES256) with one passkey, for a page of `origin`. It counts
 * its signatures.
 */
export function authenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = randomBytes(32)
  const credentialId = credential.toString('base64url')
  let signCount = 0

  function clientData(type: string, challenge: string, faults: Faults): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: faults.type ?? type,
        challenge: faults.challenge ?? challenge,
        origin: faults.origin ?? origin,
        crossOrigin: false,
      }),
    )
  }

  function authenticatorData(rpId: string, faults: Faults, attested?: Buffer): Buffer {
    const userPresent = 0x01
    const userVerified = (faults.isVerified ?? true) ? 0x04 : 0
    const count = Buffer.alloc(4)
    count.writeUInt32BE(faults.signCount ?? ++signCount)
    return Buffer.concat([
      sha256(faults.rpId ?? rpId),
      Buffer.from([userPresent | userVerified | (attested ? 0x40 : 0)]),
      count,
      ...(attested ? [attested] : []),
    ])
  }

  return {
    credentialId,
    privateKey,
    /** Answers the options of `passkeyEnrollment:start`. */
    create(options: { challenge: string; rp: { id?: string } }, faults: Faults = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const coseKey = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credential, coseKey])
      const authData = authenticatorData(options.rp.id ?? '', faults, attested)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return {
        id: credentialId,
        rawId: credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(clientData('webauthn.create', options.challenge, faults)),
          attestationObject: encoded(cbor(attestation)),
          transports: ['internal', 'made up'],
        },
      }
    },
    /** Answers the options of `passkeySignIn:start` and `passkeyConfirmation:start`. */
    get(options: { challenge: string; rpId?: string }, faults: Faults = {}) {
      const client = clientData('webauthn.get', options.challenge, faults)
      const authData = authenticatorData(options.rpId ?? '', faults)
      const signed = Buffer.concat([authData, sha256(client)])
      const id = faults.credentialId ?? credentialId
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: encoded(client),
          authenticatorData: encoded(authData),
          signature: encoded(sign('sha256', signed, faults.privateKey ?? privateKey)),
        },
      }
    },
  }
}

function sha256(content: string | Buffer): Buffer {
  return createHash('sha256').update(content).digest()
}

function encoded(bytes: Buffer): string {
  return bytes.toString('base64url')
}

/** Encodes integers, texts, bytes and maps in CBOR. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value)
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (typeof value === 'string') {
    const text = Buffer.from(value)
    return Buffer.concat([cborHead(3, text.length), text])
  }
  if (value instanceof Map) {
    const entries = [...value].flat().map(cbor)
    return Buffer.concat([cborHead(5, value.size), ...entries])
  }
  throw new Error(`CBOR of ${typeof value} is not needed.`)
}

function cborHead(type: number, n: number): Buffer {
  const major = type << 5
  if (n < 24) return Buffer.from([major | n])
  return n < 256 ? Buffer.from([major | 24, n]) : Buffer.from([major | 25, n >> 8, n & 255])
}
