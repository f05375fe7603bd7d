import { Type } from '@sinclair/typebox'
import { Nullable, Text } from '../../../../../../src/http/schemas.js'

export const AttachBody = Type.Object({ file_url: Text, filename: Text })

/** A file that was attached to an asset. */
export const MediaFile = Type.Object({
  id: Type.String(),
  filename: Type.String(),
  content_type: Nullable(Type.String()),
  size: Nullable(Type.Integer()),
  checksum: Nullable(Type.Object({ algorithm: Type.Literal('sha256'), value: Type.String() })),
  status: Type.Union([Type.Literal('pending'), Type.Literal('ingesting'), Type.Literal('ready'), Type.Literal('failed')]),
  progress: Type.Integer(),
  error: Nullable(Type.String()),
  created_at: Type.String(),
  download_url: Nullable(Type.String()),
  download_url_expires_at: Nullable(Type.String())
})

export const MediaReply = Type.Object({ media: Type.Array(MediaFile) })
