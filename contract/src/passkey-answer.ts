import { Type } from 'typebox'

const base64url = Type.String({ maxLength: 4096 })

/** The answer of a passkey, in the JSON form of WebAuthn. */
export const PasskeyAnswer = Type.Object(
  {
    id: base64url,
    rawId: base64url,
    type: Type.Literal('public-key'),
    response: Type.Object({
      clientDataJSON: base64url,
      authenticatorData: base64url,
      signature: base64url,
      userHandle: Type.Optional(base64url),
    }),
  },
  {
    description:
      'The answer of a passkey (`AuthenticationResponseJSON` of WebAuthn), instead of a code.',
  },
)
