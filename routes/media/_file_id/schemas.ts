import { Type } from '@sinclair/typebox'
import { NotFound, Overloaded } from '#src/errors.js'
import { retryAfter } from '#src/openapi/conventions.js'
import type { Documented } from '#src/openapi/operation.js'
import { described, FailureReply } from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import { samples } from '../../api/v2/schemas.js'

export const DownloadParams = Type.Object({ file_id: described(Type.String(), idOf('file'), samples.fileId) })

/** Files come from users: no browser may run them, whatever page shows them. */
export const safety = {
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; sandbox",
  // Everybody with the URL may have the file, pages of other origins too. The sandbox gives a file that a browser shows
  // an origin of its own.
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'accept-ranges, content-length, content-range, etag',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer'
}

const text = Type.String()
const integer = Type.Integer()
const ETAG = '"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"'
const DATE = 'Thu, 15 Jan 2026 09:31:14 GMT'

/** Any fault of the URL is a 403: its parameters are not checked one by one. */
export const documented: Documented = {
  querystring: Type.Object({
    expires: described(integer, 'When the URL expires, in seconds since 1970.', samples.expires),
    user: described(integer, 'Id of the user for whom the URL was signed.', 1),
    link: Type.Optional(described(integer, 'Id of the link that the guest uses.', 1)),
    signature: described(text, 'Signature of the rest of the URL.', samples.signature)
  }),
  headers: Type.Object({
    Range: Type
      .Optional(described(
        text,
        'Requested bytes, in one range. Several ranges, and units other than bytes, are ignored.',
        'bytes=0-1'
      )),
    'If-Range': Type
      .Optional(described(
        text,
        '`ETag` or `Last-Modified` of the file that `Range` belongs to. If the file is another one, the answer is the whole file.',
        ETAG
      )),
    'If-Match': Type.Optional(described(text, '`ETag` of the required file. If the file is another one, the answer is 412.', ETAG)),
    'If-None-Match': Type.Optional(described(text, '`ETag` of a file that you have stored.', ETAG)),
    'If-Modified-Since': Type
      .Optional(described(
        text, '`Last-Modified` of a file that you have stored. `If-None-Match` takes precedence.', DATE
      )),
    'If-Unmodified-Since': Type
      .Optional(described(text, '`Last-Modified` of the required file. If the file is newer, the answer is 412.', DATE))
  }),
  head: {
    operationId: 'getMediaHeaders',
    summary: 'Read the headers of a download',
    description: 'The answer has the headers of a download, without its body. It does not count as a download.'
  }
}

const safetyHeaders = {
  'X-Content-Type-Options': described(text, descriptions.noSniff, safety['x-content-type-options']),
  'Content-Security-Policy': described(text, 'Policy that prevents browsers from running the file.', safety['content-security-policy']),
  'Access-Control-Allow-Origin': described(
    text,
    '`*`: pages of any origin can read the file.',
    safety['access-control-allow-origin']
  ),
  'Access-Control-Expose-Headers': described(
    text,
    'Headers that pages of other origins can read.',
    safety['access-control-expose-headers']
  ),
  'Cross-Origin-Resource-Policy': described(
    text,
    '`cross-origin`: pages of any origin can show the file.',
    safety['cross-origin-resource-policy']
  ),
  'Referrer-Policy': described(text, descriptions.referrerPolicy, safety['referrer-policy'])
}

/** Validators of the file for caches. */
const validators = {
  ETag: described(text, 'Entity tag of the file.', ETAG),
  'Last-Modified': described(text, 'When the file was added.', DATE),
  'Accept-Ranges': described(text, '`bytes`: parts of the file can be requested.', 'bytes'),
  'Cache-Control': described(
    text, 'Rule for caches: the client can store the file as long as the URL works.', 'private, max-age=3600'
  )
}

const fileHeaders = (length: number) => ({
  'Content-Type': described(
    text, 'Content type of the file; `application/octet-stream` if a browser could run the file.', 'video/quicktime'
  ),
  'Content-Length': described(integer, 'Number of bytes in the body.', length),
  'Content-Disposition': described(
    text, 'Name of the file, and the choice between showing and saving it.', 'inline; filename=interview.mov'
  ),
  ...validators,
  ...safetyHeaders
})

const partOf = (example: string) => ({
  'Content-Range': described(text, 'Range of the bytes, and the size of the file.', example)
})
const bytes = (description: string, headers: object) => ({
  description,
  headers,
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } }
})
const empty = (description: string, headers?: object) =>
  Type.Null({ description, ...(headers !== undefined && { headers }) })
const failure = ({ code, message }: Error & { code: string }) => ({
  ...FailureReply,
  'x-failures': [{ code, message }]
})

export const downloadReplies: Record<number, object> = {
  200: bytes(descriptions.file, fileHeaders(4)),
  206: bytes('The part of the file that `Range` requested.', { ...partOf('bytes 0-1/4'), ...fileHeaders(2) }),
  302: empty('Redirects to the file in the object storage.', {
    Location: described(
      text,
      'Signed URL of the file in the object storage.',
      'https://storage.example.com/cutroom/interview.mov?X-Amz-Signature=5d672d79'
    ),
    'Cache-Control': described(text, 'Rule for caches: each redirect has another URL, and is not cached.', 'no-store'),
    ...safetyHeaders
  }),
  304: empty('The file that the client has stored is still current.', { ...validators, ...safetyHeaders }),
  403: empty(descriptions.signatureRefused),
  404: {
    ...failure(new NotFound()),
    description: 'The file does not exist any more: it was replaced, or its asset was deleted.'
  },
  412: empty('The file is not the file that `If-Match` or `If-Unmodified-Since` names.', safetyHeaders),
  416: empty('The file does not have the requested part.', {
    'Content-Range': described(text, 'Size of the file.', 'bytes */4'),
    ...safetyHeaders
  }),
  500: FailureReply,
  503: {
    ...failure(new Overloaded()),
    description: 'The service is overloaded. Nothing was sent.',
    headers: retryAfter
  }
}
