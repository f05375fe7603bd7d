import { Type } from '@sinclair/typebox'
import type { Documented } from '#src/openapi/operation.js'
import { described } from '#src/http/schemas.js'
import { documented, DownloadParams } from '../schemas.js'

const views = ['view', 'thumbnail', 'preview'] as const

export function isView (text: string): text is typeof views[number] {
  return views.some((view) => view === text)
}

export const ViewParams = Type.Object({
  ...DownloadParams.properties,
  view: described(
    Type.String(), 'What of it: `view` is the file itself, `thumbnail` and `preview` are pictures of it.', 'thumbnail'
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
