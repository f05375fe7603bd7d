import { Type } from '@sinclair/typebox'
import { guestView } from '../core/guest-view.js'
import { described, Nullable } from '../http/schemas.js'
import { descriptions, idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { mediaStatuses } from './rows.js'

const text = Type.String()

export const Checksum = Type.Object({
  algorithm: described(Type.Unsafe<string>({ type: 'string', enum: ['sha256'] }), 'Algorithm of the checksum.', 'sha256'),
  value: described(
    text, 'Checksum in lower-case hexadecimal.', '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'
  )
}, { title: 'Checksum' })

const fileUrl = `http://127.0.0.1:3000/media/${samples.fileId}`
const query = `expires=${samples.expires}&user=1&signature=${samples.signature}`
const whenItStops = '2026-01-15T10:31:12.000Z'

const ofFilmstrip = (what: string, example: number) =>
  Type.Optional(described(Type.Integer(), `${what} of a \`filmstrip\`.`, example))

const Preview = Type.Object({
  kind: described(
    Type.Unsafe<string>({ type: 'string', enum: ['thumbnail', 'preview', 'filmstrip'] }),
    'Kind of preview. A `thumbnail` fits into 320 × 320 pixels, a `preview` into 1,280 × 1,280; neither is larger than the original. A `filmstrip` has many small pictures of a film, the tiles.',
    'thumbnail'
  ),
  width: described(Type.Integer(), descriptions.width, 320),
  height: described(Type.Integer(), descriptions.height, 180),
  content_type: described(text, descriptions.contentType, 'image/webp'),
  url: described(text, descriptions.urlWithoutKey, `${fileUrl}/thumbnail?${query}`),
  url_expires_at: described(text, descriptions.urlExpiresAt, whenItStops),
  columns: ofFilmstrip('Number of tiles in a row', 10),
  rows: ofFilmstrip('Number of rows', 6),
  tile_width: ofFilmstrip('Width in pixels of a tile', 240),
  tile_height: ofFilmstrip('Height in pixels of a tile', 135),
  interval: Type.Optional(described(Type.Number(), 'Seconds from one tile of a `filmstrip` to the next: tile n shows the film at n × `interval`.', 1)),
  count: ofFilmstrip('Number of tiles', 60)
}, { title: 'Preview' })

const Proxy = Type.Object({
  kind: described(
    Type.Unsafe<string>({ type: 'string', enum: ['mp4', 'audio', 'waveform'] }),
    'Kind of proxy. `mp4` is the film and `audio` the sound, in formats that every browser plays; `waveform` is JSON in the format of audiowaveform.',
    'mp4'
  ),
  width: described(Nullable(Type.Integer()), descriptions.width, 1280),
  height: described(Nullable(Type.Integer()), descriptions.height, 720),
  duration: described(Nullable(Type.Number()), descriptions.durationSeconds, 60),
  size: described(Type.Integer(), descriptions.bytes, 12_000_000),
  content_type: described(text, descriptions.contentType, 'video/mp4'),
  url: described(text, descriptions.urlWithoutKey, `${fileUrl}/mp4?${query}`),
  url_expires_at: described(text, descriptions.urlExpiresAt, whenItStops)
}, { title: 'Proxy' })

/** A file of an asset, as in exports, where `download_url` is null. */
export const MediaFile = Type.Object({
  id: described(text, idOf('file'), samples.fileId),
  filename: described(text, descriptions.filename, 'interview.mov'),
  content_type: described(
    Nullable(text),
    'Content type that the sender states, without parameters. If the sender states none, or a general one such as `application/octet-stream`, it is derived from the file name. Null until it is known.',
    'video/quicktime'
  ),
  size: described(Nullable(Type.Integer()), 'Size in bytes; null until it is known.', 4),
  checksum: described(Nullable(Checksum), descriptions.checksum),
  status: described(
    Type.Unsafe<string>({ type: 'string', enum: mediaStatuses }),
    'Status of the download or upload of the file. Of a file that is `removed`, its previews and proxies are kept.',
    'ready'
  ),
  progress: described(Type.Integer(), 'Number of bytes received so far.', 4),
  error: described(Nullable(text), 'Reason for the failure, as a text for people; null if the file has not failed.', null),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  download_url: described(
    Nullable(text),
    'URL to download the file without a key; null until the file is ready.',
    `${fileUrl}?${query}`
  ),
  download_url_expires_at: described(Nullable(text), descriptions.urlExpiresAt, whenItStops)
}, { title: 'MediaFile' })

/** The same with its analysis. */
export const AnalysedMediaFile = Type.Object({
  ...MediaFile.properties,
  version: described(Nullable(Type.Integer()), descriptions.fileVersion, 1),
  analysis: described(
    Type.Unsafe<string>({ type: 'string', enum: ['pending', 'running', 'done', 'failed', 'unsupported'] }),
    'Status of the analysis. It is `pending` until the file is ready.',
    'done'
  ),
  previews: described(Type.Array(Preview), 'Preview pictures of the file, the thumbnail first.'),
  proxies: described(Type.Array(Proxy), 'Proxies of the file: a version that plays in every browser, if the file itself does not, and the waveform of its sound.'),
  proxy_status: described(
    Type.Unsafe<string>({ type: 'string', enum: ['none', 'pending', 'running', 'done', 'failed'] }),
    'Status of the proxies. It is `pending` until the analysis ends, and `none` if the file gets no proxies.',
    'done'
  ),
  proxy_progress: described(Nullable(Type.Number()), 'Progress of the proxies, from 0 to 1; null unless their status is `running`.', null),
  view_url: described(
    Nullable(text),
    'URL of the file itself, for a player or a picture on a page. It works without a key. Null if a browser should not show the file.',
    `${fileUrl}/view?${query}`
  ),
  view_url_expires_at: described(Nullable(text), descriptions.urlExpiresAt, whenItStops)
}, { title: 'AnalysedMediaFile' })

/** What guests see of a file. Previews and proxies are made for them. */
export const previewOfGuests = guestView(Preview, 'SharedPreview', [
  'kind', 'width', 'height', 'content_type', 'url', 'url_expires_at', 'columns', 'rows', 'tile_width', 'tile_height',
  'interval', 'count'
])
export const proxyOfGuests = guestView(Proxy, 'SharedProxy', [
  'kind', 'width', 'height', 'duration', 'size', 'content_type', 'url', 'url_expires_at'
])
export const fileOfGuests = guestView(AnalysedMediaFile, 'SharedFile', [
  'id', 'filename', 'content_type', 'size', 'checksum', 'status', 'progress', 'error', 'created_at', 'version', 'analysis',
  'previews', 'proxies', 'proxy_status', 'proxy_progress', 'view_url', 'view_url_expires_at'
])
/** Where guests may download it. */
export const downloadOfGuests = guestView(AnalysedMediaFile, 'SharedDownload', ['download_url', 'download_url_expires_at'])
