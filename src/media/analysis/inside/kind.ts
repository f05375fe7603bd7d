import { open } from 'node:fs/promises'
import { fileTypeFromFile } from 'file-type'

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
  'video/mp1s': 'mpeg',
  'video/mp2p': 'mpeg',
  'video/mp2t': 'mpegts',
  'video/x-flv': 'flv',
  'video/x-ms-asf': 'asf',
  'video/x-ms-wmv': 'asf',
  'application/vnd.ms-asf': 'asf',
  'video/ogg': 'ogg',
  'application/mxf': 'mxf'
}

const undecoded = /^image\/hei[cf](?:-sequence)?$/
/** MIDI and playlists are not sounds. */
const silent = /^audio\/(?:x-)?(?:midi|mpegurl|scpls)$/
const SNIFFED_BYTES = 4096
const UNKNOWN = 'application/octet-stream'

export async function kindOf (path: string): Promise<{ contentType: string, kind: Kind }> {
  // A broken file may look like a container and lack the content that tells its type.
  const found = await fileTypeFromFile(path).catch(() => undefined)
  const contentType = withoutParameters(found?.mime) ?? await sniffText(path)
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
  return type === undefined || type === 'application/xml' ? null : type.replace(/;[^]*/, '').trim()
}

/** Text has no signature. A file is text if it holds no control characters. */
async function sniffText (path: string): Promise<string> {
  const file = await open(path)
  try {
    const { bytesRead, buffer } = await file.read(Buffer.alloc(SNIFFED_BYTES), 0, SNIFFED_BYTES, 0)
    const bytes = buffer.subarray(0, bytesRead)
    if (bytesRead === 0) return UNKNOWN
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: bytesRead === SNIFFED_BYTES })
    // eslint-disable-next-line no-control-regex -- text has no control characters
    if (/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return UNKNOWN
    if (/<svg[\s>]/i.test(text)) return 'image/svg+xml'
    if (/^\s*<\?xml/i.test(text)) return 'application/xml'
    return /^<(?:!doctype\s+html|html|head|body|script)[\s>]/i.test(withoutComments(text)) ? 'text/html' : 'text/plain'
  } catch {
    return UNKNOWN
  } finally {
    await file.close()
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
