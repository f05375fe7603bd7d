import { Type } from '@sinclair/typebox'
import { described } from '#src/http/schemas.js'
import { samples } from '../../../schemas.js'
import { AssetParams } from '../../schemas.js'
import { AnalysedMediaFile } from '#src/media/schema.js'

export const VersionParams = Type.Object({
  ...AssetParams.properties,
  media_id: described(Type.String(), 'Id of the version, which is the id of its file.', samples.fileId)
})

/** What a version has besides its file. */
export const replacement = {
  replaced_at: described(Type.String(), 'When another file replaced this one: ISO 8601, in UTC, to the millisecond.', samples.milliseconds),
  user_id: described(Type.Integer(), 'Id of the user who replaced the file.', 1)
}

const Version = Type.Object({ ...AnalysedMediaFile.properties, ...replacement }, { title: 'Version' })

export const VersionsReply = Type.Object({ versions: Type.Array(Version) }, { description: 'The versions, newest first.' })
