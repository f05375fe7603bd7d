import { Type } from '@sinclair/typebox'
import {
  NoRoom, NotFound, TusVersionUnknown, UploadChecksumInvalid, UploadChecksumWrong, UploadDigestWrong,
  UploadLocked, UploadOffsetWrong, UploadSizeWrong, UploadTooLong, UploadTypeWrong
} from '#src/errors.js'
import { described } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Documented } from '#src/openapi/operation.js'
import { done, replies, samples } from '../../api/v2/schemas.js'

const text = Type.String()
const integer = Type.Integer()

export const UploadParams = Type.Object({ upload_id: described(text, idOf('upload'), samples.fileId) })

const signed = Type.Object({
  signature: described(text, descriptions.urlSignature, samples.signature)
})

const resumable = described(text, 'Version of tus.', '1.0.0')

/** Any fault of the URL is a 403: its parameters are not checked one by one. */
export const putDocumented: Documented = {
  querystring: signed,
  bodies: { 'application/octet-stream': { type: 'string', format: 'binary', description: descriptions.file, examples: ['What is in the file'] } }
}

export const patchDocumented: Documented = {
  querystring: signed,
  headers: Type.Object({
    'Tus-Resumable': resumable,
    'Upload-Offset': described(integer, 'Start of the piece: the number of bytes that have arrived already.', 0),
    'Upload-Checksum': Type.Optional(described(
      text,
      'Checksum of the piece: `md5`, `sha1`, `sha256` or `sha512`, a space, and the digest in Base64.',
      'sha1 qUqP5cyxm6YcTAhz05Hph5gvu9M='
    ))
  }),
  bodies: {
    'application/offset+octet-stream': { type: 'string', format: 'binary', description: 'A piece of the file.', examples: ['What is'] }
  }
}

export const deleteDocumented: Documented = { querystring: signed, headers: Type.Object({ 'Tus-Resumable': resumable }) }

const empty = Type.Null({ description: 'The request was done. The body is empty.' })
const refused = {
  403: Type.Null({ description: descriptions.signatureRefused })
}
const gone = [new NotFound(), new UploadLocked()]

export const putReplies = replies(
  { ...done('File received'), ...refused },
  ...gone, new UploadSizeWrong(4), new UploadDigestWrong(), new NoRoom()
)

export const patchReplies = replies(
  { 204: empty, ...refused },
  ...gone, new UploadOffsetWrong(2), new TusVersionUnknown(), new UploadTooLong(2), new UploadTypeWrong(),
  new UploadChecksumInvalid(), new UploadChecksumWrong(), new UploadDigestWrong(), new NoRoom()
)

/** There are no parameters that could be invalid. */
export const { 422: _never, ...deleteReplies } = replies({ 204: empty, ...refused }, ...gone, new TusVersionUnknown())
