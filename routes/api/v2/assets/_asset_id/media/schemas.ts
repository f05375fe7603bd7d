import { Type } from '@sinclair/typebox'
import { described, Name, Nullable, Reference } from '#src/http/schemas.js'
import type { Tag } from '#src/openapi/tags.js'
import { samples } from '../../../schemas.js'

export const mediaTag: Tag = {
  name: 'Media',
  description: 'Files, attached to assets by URL and served by signed URLs.',
  position: 60
}

export const AttachBody = Type.Object({
  file_url: described(
    Reference, 'Where the service can download the file: http or https.', 'https://files.example.com/interview.mov'
  ),
  filename: described(Name, 'What the file was called.', 'interview.mov')
})

const text = Type.String()

const Checksum = Type.Object({
  algorithm: described(Type.Unsafe<string>({ type: 'string', enum: ['sha256'] }), 'How it is computed.', 'sha256'),
  value: described(
    text, 'In lower-case hexadecimal.', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  )
}, { title: 'Checksum' })

const fileUrl = `http://127.0.0.1:3000/media/${samples.fileId}`
const query = `expires=${samples.expires}&user=1&signature=${samples.signature}`
const whenItStops = '2026-01-15T10:31:12.000Z'

const ofFilmstrip = (what: string, example: number) =>
  Type.Optional(described(Type.Integer(), `${what} Of a \`filmstrip\`.`, example))

const Preview = Type.Object({
  kind: described(
    Type.Unsafe<string>({ type: 'string', enum: ['thumbnail', 'preview', 'filmstrip'] }),
    '`thumbnail` fits 320 × 320 pixels, `preview` 1,280 × 1,280. Neither is larger than the original. A `filmstrip` has many small pictures of a film, the tiles.',
    'thumbnail'
  ),
  width: described(Type.Integer(), 'Pixels.', 320),
  height: described(Type.Integer(), 'Pixels.', 180),
  content_type: described(text, 'What it is.', 'image/webp'),
  url: described(text, 'Works without a key.', `${fileUrl}/thumbnail?${query}`),
  url_expires_at: described(text, 'When the URL stops working.', whenItStops),
  columns: ofFilmstrip('Tiles in a row.', 10),
  rows: ofFilmstrip('Rows of tiles.', 6),
  tile_width: ofFilmstrip('Pixels.', 240),
  tile_height: ofFilmstrip('Pixels.', 135),
  interval: Type.Optional(described(Type.Number(), 'Seconds from one tile to the next, of a `filmstrip`: tile n shows the film at n × `interval`.', 1)),
  count: ofFilmstrip('How many tiles there are.', 60)
}, { title: 'Preview' })

const Proxy = Type.Object({
  kind: described(
    Type.Unsafe<string>({ type: 'string', enum: ['mp4', 'audio', 'waveform'] }),
    '`mp4` is the film and `audio` the sound, as every browser plays it; `waveform` is JSON in the format of audiowaveform.',
    'mp4'
  ),
  width: described(Nullable(Type.Integer()), 'Pixels.', 1280),
  height: described(Nullable(Type.Integer()), 'Pixels.', 720),
  duration: described(Nullable(Type.Number()), 'Seconds.', 60),
  size: described(Type.Integer(), 'Bytes.', 12_000_000),
  content_type: described(text, 'What it is.', 'video/mp4'),
  url: described(text, 'Works without a key.', `${fileUrl}/mp4?${query}`),
  url_expires_at: described(text, 'When the URL stops working.', whenItStops)
}, { title: 'Proxy' })

/** A file of an asset, as in exports, where `download_url` is null. */
export const MediaFile = Type.Object({
  id: described(text, 'Id of the file.', samples.fileId),
  filename: described(text, 'What the file was called.', 'interview.mov'),
  content_type: described(
    Nullable(text),
    'What the sender calls the file, without parameters; where it says nothing, or `application/octet-stream` and the like, what the name tells. Null while that is not known.',
    'video/quicktime'
  ),
  size: described(Nullable(Type.Integer()), 'Bytes; null while that is not known.', 4),
  checksum: described(Nullable(Checksum), 'Of the bytes; null until the file is ready.'),
  status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['pending', 'ingesting', 'ready', 'failed'] }),
    'How far its download is.',
    'ready'
  ),
  progress: described(Type.Integer(), 'Bytes that have been downloaded.', 4),
  error: described(Nullable(text), 'Why it failed, for people.', null),
  created_at: described(text, 'ISO 8601, UTC, to the millisecond.', samples.milliseconds),
  download_url: described(
    Nullable(text),
    'Works without a key; null until the file is ready.',
    `${fileUrl}?${query}`
  ),
  download_url_expires_at: described(Nullable(text), 'When the URL stops working.', whenItStops)
}, { title: 'MediaFile' })

/** The same with its analysis. */
export const AnalysedMediaFile = Type.Object({
  ...MediaFile.properties,
  analysis: described(
    Type.Unsafe<string>({ type: 'string', enum: ['pending', 'running', 'done', 'failed', 'unsupported'] }),
    'How far looking into it has come; `pending` also until the file is ready.',
    'done'
  ),
  previews: described(Type.Array(Preview), 'Pictures of it, the thumbnail first.'),
  proxies: described(Type.Array(Proxy), 'What plays in its place, where it does not play in every browser itself, and its waveform.'),
  proxy_status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['none', 'pending', 'running', 'done', 'failed'] }),
    'How far the proxies have come; `pending` until the analysis ends, `none` where none are made.',
    'done'
  ),
  proxy_progress: described(Nullable(Type.Number()), 'From 0 to 1; null unless `running`.', null),
  view_url: described(
    Nullable(text),
    'The file itself, for a player or a picture on a page. Works without a key; null for what a browser should not show.',
    `${fileUrl}/view?${query}`
  ),
  view_url_expires_at: described(Nullable(text), 'When the URL stops working.', whenItStops)
}, { title: 'AnalysedMediaFile' })

export const MediaReply = Type.Object({ media: Type.Array(AnalysedMediaFile) }, { description: 'The files, oldest first.' })
