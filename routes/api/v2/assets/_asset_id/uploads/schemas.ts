import { Kind, Type, TypeRegistry } from '@sinclair/typebox'
import { described, Name, strict } from '#src/http/schemas.js'
import { samples } from '../../../schemas.js'

const SHA256 = /^[\da-f]{64}$/i

TypeRegistry.Set<{ maximum: number }>('FileSize', ({ maximum }, value) =>
  Number.isSafeInteger(value) && Number(value) >= 0 && Number(value) <= maximum)

TypeRegistry.Set('Sha256', (_schema, value) => typeof value === 'string' && SHA256.test(value))

/** `maxBytes` bounds the size of the file. */
export function UploadBody (maxBytes: number) {
  return strict(Type.Object({
    filename: described(Name, 'What the file is called.', 'interview.mov'),
    size: described(
      Type.Unsafe<number>({
        [Kind]: 'FileSize', type: 'integer', minimum: 0, maximum: maxBytes, wrongType: `Must be a Integer from 0 to ${maxBytes}`
      }),
      'Bytes.',
      4
    ),
    content_type: Type.Optional(described(Name, 'What it is, where its name does not tell.', 'video/quicktime')),
    sha256: Type.Optional(described(
      Type.Unsafe<string>({ [Kind]: 'Sha256', type: 'string', wrongType: 'Must be a SHA-256 in hexadecimal' }),
      'Its SHA-256 in hexadecimal: what comes is refused where it is another file.',
      '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
    ))
  }))
}

const text = Type.String()

export const UploadReply = Type.Object({
  upload: Type.Object({
    id: described(text, 'Id of the upload.', samples.fileId),
    url: described(
      text,
      'Where to send the file, without a key: with one PUT, or in pieces as tus 1.0.0 has them.',
      `http://127.0.0.1:3000/uploads/${samples.fileId}?signature=${samples.signature}`
    ),
    expires_at: described(text, 'A day after the last byte came: then it is removed.', samples.laterMilliseconds)
  }, { title: 'Upload' })
}, { description: 'Where to send the file.' })
