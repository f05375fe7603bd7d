import { Type } from '@sinclair/typebox'
import type { Documented } from '#src/openapi/operation.js'
import { described } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { samples } from '../../api/v2/schemas.js'
import { downloadReplies } from '../../media/_file_id/schemas.js'

export const AvatarParams = Type.Object({ avatar_id: described(Type.String(), idOf('picture'), samples.fileId) })

/** Any fault of the URL is a 403: its parameters are not checked one by one. */
export const documented: Documented = {
  querystring: Type.Object({ signature: described(Type.String(), descriptions.urlSignature, samples.signature) }),
  headers: Type.Object({
    'If-None-Match': Type.Optional(described(Type.String(), '`ETag` of the picture that you have stored.', '"kK2yQm4Yb0hVZJwJ6v3m2b1mVjQp0o0x0a9gq7x8c2E"'))
  }),
  head: {
    operationId: 'getAvatarHeaders',
    summary: 'Read the headers of the picture of a user',
    description: 'The answer has the headers of the picture, without its body.'
  }
}

const { 206: _part, 302: _elsewhere, 412: _other, 416: _outside, ...whole } = downloadReplies

/** It is sent as a whole, and known by its tag alone. */
function withoutParts (reply: object): object {
  const { 'Last-Modified': _time, 'Accept-Ranges': _parts, ...headers } =
    (reply as { headers: Readonly<Record<string, object>> }).headers
  return { ...reply, headers }
}

export const avatarReplies: Record<number, object> = {
  ...whole,
  200: withoutParts(whole[200]!),
  304: withoutParts(whole[304]!),
  404: { ...whole[404], description: 'The user has another picture now, or none.' }
}
