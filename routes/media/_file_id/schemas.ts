import { Type } from '@sinclair/typebox'
import { described, FailureReply } from '../../../src/http/schemas.js'

export const DownloadParams = Type.Object({
  file_id: described(Type.String(), 'Id of the file. The URL has a query as well, which signs it.', '019bc101-2f4e-7c11-9b6a-5d0e8f3a7c42')
})

const bytes = (description: string) => ({ description, content: { '*/*': { schema: { type: 'string', format: 'binary' } } } })
const empty = (description: string) => Type.Null({ description })

export const downloadReplies: Record<number, object> = {
  200: bytes('The file.'),
  206: bytes('The part of the file that `Range` asked for.'),
  302: empty('Where the file is, if it is kept in object storage.'),
  304: empty('What the client has is the file.'),
  403: empty('The URL has expired, or is not one that the service has signed.'),
  404: { ...FailureReply, 'x-failures': [{ code: 'NOT_FOUND', message: 'not found' }] },
  412: empty('The file is not the one that `If-Match` names.'),
  416: empty('The file has no such part.')
}
