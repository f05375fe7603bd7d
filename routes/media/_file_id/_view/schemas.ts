import { Type } from '@sinclair/typebox'
import type { Documented } from '#src/openapi/operation.js'
import { described } from '#src/http/schemas.js'
import { documented, DownloadParams } from '../schemas.js'

export const ViewParams = Type.Object({
  ...DownloadParams.properties,
  view: described(
    Type.String(), 'Requested view. `view` is the file itself; `thumbnail`, `preview` and `filmstrip` are pictures of it; `mp4` and `audio` play in every browser; `waveform` is JSON.', 'thumbnail'
  )
})

export const documentedView: Documented = {
  ...documented,
  head: {
    operationId: 'getMediaViewHeaders',
    summary: 'Read the headers of a view',
    description: 'The answer has the headers of the view, without its body.'
  }
}
