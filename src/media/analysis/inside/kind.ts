import { fileTypeFromFile } from 'file-type'
import { readBytes, withFile } from '../../../basics/read-file.js'

/** How a file is analysed; null for unknown kinds. */
export type Kind = 'picture' | 'undecoded picture' | 'film' | 'sound' | 'document' | null

/** Decoded pictures: type, and format name of the decoder. */
export const pictureFormats: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/apng': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/tiff': 'tiff',
  'image/avif': 'heif'
}

/** Films: type, and format name for ffmpeg. ffmpeg must not guess, as it would guess playlists. */
export const filmFormats: Readonly<Record<string, string>> = {
  'video/mp4': 'mov',
  'video/x-m4v': 'mov',
  'video/quicktime': 'mov',
  'video/3gpp': 'mov',
  'video/3gpp2': 'mov',
  'video/x-matroska': 'matroska',
  'video/matroska': 'matroska',
  'video/webm': 'matroska',
  'video/vnd.avi': 'avi',
  'video/x-msvideo': 'avi',
  'video/mpeg': 'mpeg',
  'video/mp2t': 'mpegts',
  'video/x-flv': 'flv',
  'video/x-ms-asf': 'asf',
  'video/x-ms-wmv': 'asf',
  'application/vnd.ms-asf': 'asf',
  'video/ogg': 'ogg',
  'video/dv': 'dv',
  'application/mxf': 'mxf'
}

/** Sounds: type, and format name for ffprobe. */
const soundFormats: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/aac': 'aac',
  'audio/flac': 'flac',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/ogg': 'ogg',
  'audio/aiff': 'aiff',
  'audio/basic': 'au',
  'audio/x-caf': 'caf',
  'audio/amr': 'amr',
  'audio/wavpack': 'wv',
  'audio/x-ms-asf': 'asf',
  'audio/webm': 'matroska',
  'audio/matroska': 'matroska',
  'audio/vnd.dolby.dd-raw': 'ac3'
}

/** The name of the format for ffmpeg's programs; null if they do not read the film or the sound. */
export function readerOf (contentType: string): string | null {
  return filmFormats[contentType] ?? soundFormats[contentType] ?? null
}

/** Types for which the library has names of its own. */
const commonNames: Readonly<Record<string, string>> = { 'video/MP1S': 'video/mpeg', 'video/MP2P': 'video/mpeg' }

/** Beginnings of files that the library does not know, in hexadecimal. */
const beginnings: ReadonlyArray<readonly [beginning: RegExp, type: string]> = [
  [/^6361666600010000/, 'audio/x-caf'],
  [/^2e736e640000/, 'audio/basic'],
  [/^1f0700[3b]f/, 'video/dv'],
  // WAV of more than 4 GiB: RF64 and BW64.
  [/^(?:52463634|42573634)/, 'audio/wav']
]

const undecoded = /^image\/hei[cf](?:-sequence)?$/
/** MIDI and playlists are not sounds. */
const silent = /^audio\/(?:x-)?(?:midi|mpegurl|scpls)$/
const SNIFFED_BYTES = 4096
const BEGINNING_BYTES = 8
const UNKNOWN = 'application/octet-stream'

export async function kindOf (path: string): Promise<{ contentType: string, kind: Kind }> {
  // A broken file may look like a container and lack the content that tells its type.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const contentType = withoutParameters(found?.mime) ?? await sniff(path)
  return { contentType, kind: toKind(contentType) }
}

function toKind (contentType: string): Kind {
  if (pictureFormats[contentType] !== undefined) return 'picture'
  if (undecoded.test(contentType)) return 'undecoded picture'
  if (filmFormats[contentType] !== undefined) return 'film'
  if (contentType.startsWith('audio/') && !silent.test(contentType)) return 'sound'
  return contentType === 'application/pdf' ? 'document' : null
}

function withoutParameters (type: string | undefined): string | null {
  if (type === undefined || type === 'application/xml') return null
  const name = type.replace(/;[^]*/, '').trim()
  return commonNames[name] ?? name
}

async function sniff (path: string): Promise<string> {
  const bytes = await withFile(path, (file) => readBytes(file, 0, SNIFFED_BYTES))
  const beginning = bytes.subarray(0, BEGINNING_BYTES).toString('hex')
  return beginnings.find(([pattern]) => pattern.test(beginning))?.[1] ?? sniffText(bytes)
}

/** Text has no signature. A file is text if it holds no control characters. */
function sniffText (bytes: Buffer): string {
  if (bytes.length === 0) return UNKNOWN
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytes.length === SNIFFED_BYTES })
    // eslint-disable-next-line no-control-regex -- text has no control characters
    if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return UNKNOWN
    if (/<svg[\s>]/i.test(text)) return 'image/svg+xml'
    if (/^\s*<\?xml/i.test(text)) return 'application/xml'
    return /^<(?:!doctype\s+html|html|head|body|script)[\s>]/i.test(withoutComments(text)) ? 'text/html' : 'text/plain'
  } catch {
    return UNKNOWN
  }
}

/** The text from its first character that is neither white space nor in a comment. */
function withoutComments (text: string): string {
  let rest = text.trimStart()
  while (rest.startsWith('<!--')) {
    const end = rest.indexOf('-->', 4)
    if (end === -1) return rest
    rest = rest.slice(end + 3).trimStart()
  }
  return rest
}
