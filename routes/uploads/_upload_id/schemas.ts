import { Type } from '@sinclair/typebox'
import {
  NoRoom, NotFound, TusVersionUnknown, UploadChecksumInvalid, UploadChecksumWrong, UploadDigestWrong,
  UploadLocked, UploadOffsetWrong, UploadSizeWrong, UploadTooLong, UploadTypeWrong
} from '#src/errors.js'
import { described } from '#src/http/schemas.js'
import type { Documented } from '#src/openapi/operation.js'
import { done, replies, samples } from '../../api/v2/schemas.js'

const text = Type.String()
const integer = Type.Integer()

export const UploadParams = Type.Object({ upload_id: described(text, 'Id of the upload.', samples.fileId) })

const signed = Type.Object({
  signature: described(text, 'What the service has signed the URL with.', samples.signature)
})

const resumable = described(text, 'The version of tus.', '1.0.0')

/** Any fault of the URL is a 403: its parameters are not checked one by one. */
export const putDocumented: Documented = {
  querystring: signed,
  bodies: { 'application/octet-stream': { type: 'string', format: 'binary', description: 'The file.', examples: ['What is in the file'] } }
}

export const patchDocumented: Documented = {
  querystring: signed,
  headers: Type.Object({
    'Tus-Resumable': resumable,
    'Upload-Offset': described(integer, 'Where the piece begins: how many bytes are there already.', 0),
    'Upload-Checksum': Type.Optional(described(
      text,
      'Its digest: `md5`, `sha1`, `sha256` or `sha512`, a space, and the digest in Base64.',
      'sha1 qUqP5cyxm6YcTAhz05Hph5gvu9M='
    ))
  }),
  bodies: {
    'application/offset+octet-stream': { type: 'string', format: 'binary', description: 'A piece of the file.', examples: ['What is'] }
  }
}

export const deleteDocumented: Documented = { querystring: signed, headers: Type.Object({ 'Tus-Resumable': resumable }) }

const empty = Type.Null({ description: 'Done.' })
const refused = {
  403: Type.Null({ description: 'The URL has expired, or is not one that the service has signed. The body is empty.' })
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
