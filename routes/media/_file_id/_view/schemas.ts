import { Type } from '@sinclair/typebox'
import type { Documented } from '#src/openapi/operation.js'
import { described } from '#src/http/schemas.js'
import { documented, DownloadParams } from '../schemas.js'

export const ViewParams = Type.Object({
  ...DownloadParams.properties,
  view: described(
    Type.String(), 'What of it: `view` is the file itself, `thumbnail`, `preview` and `filmstrip` are pictures of it, `mp4` and `audio` play anywhere, and `waveform` is JSON.', 'thumbnail'
  )
})

export const documentedView: Documented = {
  ...documented,
  head: {
    operationId: 'getMediaViewHeaders',
    summary: 'Ask what looking at it would answer',
    description: 'The same headers, without the body.'
  }
}
