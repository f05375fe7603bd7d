import { Type } from '@sinclair/typebox'
import { also, defineEvents, type FormsOf } from '../core/events/forms.js'
import { GUEST_TARGET } from '../core/events/kinds.js'
import { described } from '../http/schemas.js'
import { ofAsset } from '../items/events.js'
import { descriptions } from '../openapi/descriptions.js'

export const mediaEvents = defineEvents({
  ASSET_STARTED_INGEST: ofAsset,
  ASSET_FINISHED_INGEST: ofAsset,
  ASSET_UPDATED_INGEST: ofAsset,
  ASSET_REMOVE_MEDIA_QUEUED: ofAsset,
  ASSET_REMOVED_MEDIA: ofAsset,
  ASSET_STARTED_ANALYSIS: ofAsset,
  ASSET_FINISHED_IMAGE_THUMBNAIL: ofAsset,
  ASSET_FINISHED_IMAGE_PREVIEW: ofAsset,
  ASSET_FINISHED_DOCUMENT_PREVIEW: ofAsset,
  ASSET_FINISHED_ANALYSIS: ofAsset,
  ASSET_UPDATED_PROXY_MP4: ofAsset,
  ASSET_FINISHED_PROXY_MP4: ofAsset,
  ASSET_FINISHED_AUDIO_PROXY: ofAsset,
  ASSET_FINISHED_AUDIO_WAVEFORM: ofAsset,
  ASSET_DOWNLOADED: also(ofAsset, {
    [GUEST_TARGET]: Type.Optional(described(Type.Integer(), descriptions.linkOfGuest, 1))
  })
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof mediaEvents> {}
}
