import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { described, Name, strict } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { samples } from '../../../schemas.js'

const SHA256 = /^[\da-f]{64}$/i

TypeRegistry.Set<{ maximum: number }>('FileSize', ({ maximum }, value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maximum)

TypeRegistry.Set('Sha256', (_schema, value) => typeof value === 'string' && SHA256.test(value))

/** `maxBytes` bounds the size of the file. */
export function UploadBody (maxBytes: number) {
  return strict(Type.Object(uploadParameters(maxBytes)))
}

export function uploadParameters (maxBytes: number) {
  return {
    filename: described(Name, 'Name of the file.', 'interview.mov'),
    size: described(
      Type.Unsafe<number>({
        [Kind]: 'FileSize', type: 'integer', minimum: 0, maximum: maxBytes, wrongType: `Must be a Integer from 0 to ${maxBytes}`
      }),
      descriptions.bytes,
      4
    ),
    content_type: Type.Optional(described(Name, descriptions.sentContentType, 'video/quicktime')),
    sha256: Type.Optional(described(
      Type.Unsafe<string>({ [Kind]: 'Sha256', type: 'string', wrongType: 'Must be a SHA-256 in hexadecimal' }),
      'SHA-256 of the file in hexadecimal. An upload with another checksum is refused.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
    ))
  }
}

const text = Type.String()

/** What every upload shows. */
export const uploadProperties = {
  id: described(text, idOf('upload'), samples.fileId),
  url: described(
    text,
    'URL to send the file to, without a key: with one PUT, or in pieces by the protocol tus 1.0.0.',
    `http://127.0.0.1:3000/uploads/${samples.fileId}?signature=${samples.signature}`
  ),
  expires_at: described(text, 'When the upload is removed: one day after the last byte arrived, and at most 7 days after the request.', samples.laterMilliseconds)
}

export const UploadReply = Type.Object({
  upload: Type.Object({
    ...uploadProperties,
    media_id: described(text, 'Id that the file will have among the files of the asset.', samples.fileId)
  }, { title: 'Upload' })
}, { description: 'The upload.' })
