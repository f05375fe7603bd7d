import { Type } from '@sinclair/typebox'
import type { Documented } from '#src/openapi/operation.js'
import { described, FailureReply } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { samples } from '../../api/v2/schemas.js'
import { documented, downloadReplies, safety } from '../../media/_file_id/schemas.js'

export const BundleParams = Type.Object({
  download_id: described(Type.String(), 'Id of the download.', samples.fileId)
})

export const documentedBundle: Documented = {
  querystring: documented.querystring!,
  head: {
    operationId: 'getDownloadHeaders',
    summary: 'Read the headers of the ZIP',
    description: 'The answer has the headers of the download, without its body. It does not count as a download.'
  }
}

const text = Type.String()
const empty = (description: string) => Type.Null({ description })

export const bundleReplies: Record<number, object> = {
  200: {
    description: 'The ZIP. If one of its files is removed in the meantime, the connection is closed early.',
    headers: {
      'Content-Length': described(Type.Integer(), descriptions.zipSize, 246),
      'Content-Disposition': described(text, 'Name of the ZIP.', 'attachment; filename="files.zip"'),
      'Cache-Control': described(text, 'Rule for caches: the ZIP is created for each request, and not cached.', 'no-store'),
      'X-Content-Type-Options': described(text, descriptions.noSniff, safety['x-content-type-options']),
      'Referrer-Policy': described(text, descriptions.referrerPolicy, safety['referrer-policy'])
    },
    content: { 'application/zip': { schema: { type: 'string', format: 'binary' } } }
  },
  403: empty(descriptions.signatureRefused),
  404: empty('None of the files exists any more. The body is empty.'),
  500: FailureReply,
  503: downloadReplies[503]!
}
