import { Type } from '@sinclair/typebox'
import type { Documented } from '#src/openapi/operation.js'
import { described, FailureReply } from '#src/http/schemas.js'
import { samples } from '../../api/v2/schemas.js'
import { documented, downloadReplies, safety } from '../../media/_file_id/schemas.js'

export const BundleParams = Type.Object({
  download_id: described(Type.String(), 'Id of the download.', samples.fileId)
})

export const documentedBundle: Documented = {
  querystring: documented.querystring!,
  head: {
    operationId: 'getDownloadHeaders',
    summary: 'Ask what the ZIP would be',
    description: 'The same headers, without the body. It does not count as a download.'
  }
}

const text = Type.String()
const empty = (description: string) => Type.Null({ description })

export const bundleReplies: Record<number, object> = {
  200: {
    description: 'The ZIP. The connection breaks off if one of its files goes meanwhile.',
    headers: {
      'Content-Length': described(Type.Integer(), 'Bytes of the ZIP.', 246),
      'Content-Disposition': described(text, 'The name of the ZIP.', 'attachment; filename="files.zip"'),
      'Cache-Control': described(text, 'It is made for each request.', 'no-store'),
      'X-Content-Type-Options': described(text, 'No browser may guess what it is.', safety['x-content-type-options']),
      'Referrer-Policy': described(text, 'The URL is told to nobody.', safety['referrer-policy'])
    },
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } }
  },
  403: empty('The URL has expired, or is not one that the service has signed. The body is empty.'),
  404: empty('None of the files is there any more. The body is empty.'),
  500: FailureReply,
  503: downloadReplies[503]!
}
