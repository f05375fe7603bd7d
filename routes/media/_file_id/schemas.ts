import { Type } from '@sinclair/typebox'
import { NotFound, Overloaded } from '#src/errors.js'
import { retryAfter } from '#src/openapi/conventions.js'
import type { Documented } from '#src/openapi/operation.js'
import { described, FailureReply } from '#src/http/schemas.js'
import { samples } from '../../api/v2/schemas.js'

export const DownloadParams = Type.Object({ file_id: described(Type.String(), 'Id of the file.', samples.fileId) })

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
    expires: described(integer, 'When the URL stops working, in seconds since 1970.', samples.expires),
    user: described(integer, 'Id of the user in whose name the file is downloaded.', 1),
    link: Type.Optional(described(integer, 'Id of the link by which a guest has come.', 1)),
    signature: described(text, 'What the service has signed the rest of the URL with.', samples.signature)
  }),
  headers: Type.Object({
    Range: Type
      .Optional(described(
        text,
        'Which bytes are wanted: one range of them. Several, or another unit, are as if nothing was sent.',
        'bytes=0-1'
      )),
    'If-Range': Type
      .Optional(described(
        text,
        'The `ETag` or the `Last-Modified` to which `Range` belongs: for another file, all of it is answered.',
        ETAG
      )),
    'If-Match': Type.Optional(described(text, 'The `ETag` of the file that is wanted, and no other.', ETAG)),
    'If-None-Match': Type.Optional(described(text, 'The `ETag` of a file that you have kept.', ETAG)),
    'If-Modified-Since': Type
      .Optional(described(
        text, 'The `Last-Modified` of a file that you have kept. `If-None-Match` goes before it.', DATE
      )),
    'If-Unmodified-Since': Type
      .Optional(described(text, 'The `Last-Modified` of the file that is wanted, and no newer one.', DATE))
  }),
  head: {
    operationId: 'getMediaHeaders',
    summary: 'Ask what a download would answer',
    description: 'The same headers as a download has, without its body. It does not count as one.'
  }
}

const safetyHeaders = {
  'X-Content-Type-Options': described(text, 'No browser may guess what the file is.', safety['x-content-type-options']),
  'Content-Security-Policy': described(text, 'No browser may run the file.', safety['content-security-policy']),
  'Access-Control-Allow-Origin': described(
    text,
    'Pages of any origin may read it.',
    safety['access-control-allow-origin']
  ),
  'Access-Control-Expose-Headers': described(
    text,
    'The headers that such pages may read.',
    safety['access-control-expose-headers']
  ),
  'Cross-Origin-Resource-Policy': described(
    text,
    'Pages of any origin may show it.',
    safety['cross-origin-resource-policy']
  ),
  'Referrer-Policy': described(text, 'The URL is told to nobody.', safety['referrer-policy'])
}

/** Validators of the file for caches. */
const validators = {
  ETag: described(text, 'Names the bytes of the file.', ETAG),
  'Last-Modified': described(text, 'Since when the file is there.', DATE),
  'Accept-Ranges': described(text, 'The file can be asked for in parts.', 'bytes'),
  'Cache-Control': described(
    text, 'It may be kept by the one who asked, for as long as the URL works.', 'private, max-age=3600'
  )
}

const fileHeaders = (length: number) => ({
  'Content-Type': described(
    text, 'What the file is; `application/octet-stream` where a browser could run it.', 'video/quicktime'
  ),
  'Content-Length': described(integer, 'Bytes of the body.', length),
  'Content-Disposition': described(
    text, 'The name of the file, and whether a browser shows or saves it.', 'inline; filename=interview.mov'
  ),
  ...validators,
  ...safetyHeaders
})

const partOf = (example: string) => ({
  'Content-Range': described(text, 'Which bytes these are, and how many the file has.', example)
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
  200: bytes('The file.', fileHeaders(4)),
  206: bytes('The part of the file that `Range` asked for.', { ...partOf('bytes 0-1/4'), ...fileHeaders(2) }),
  302: empty('Where the file is, if it is kept in object storage.', {
    Location: described(
      text,
      'A URL of the object storage, which is signed too.',
      'https://storage.example.com/cutroom/interview.mov?X-Amz-Signature=5d672d79'
    ),
    'Cache-Control': described(text, 'The next one is another.', 'no-store'),
    ...safetyHeaders
  }),
  304: empty('What the client has is the file.', { ...validators, ...safetyHeaders }),
  403: empty('The URL has expired, or is not one that the service has signed. The body is empty.'),
  404: {
    ...failure(new NotFound()),
    description: 'The file is not there any more: it was replaced, or its asset was deleted.'
  },
  412: empty('The file is not the one that `If-Match` or `If-Unmodified-Since` names.', safetyHeaders),
  416: empty('The file has no such part.', {
    'Content-Range': described(text, 'How many bytes the file has.', 'bytes */4'),
    ...safetyHeaders
  }),
  500: FailureReply,
  503: {
    ...failure(new Overloaded()),
    description: 'The service has more to do than it can. Nothing was sent.',
    headers: retryAfter
  }
}
