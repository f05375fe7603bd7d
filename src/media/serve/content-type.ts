import { mime } from '@fastify/send'
import type { Playback } from '../proxies/task.js'

/** Sent by senders that do not know the type. */
const UNKNOWN = 'application/octet-stream'
const saysNothing = new Set([UNKNOWN, 'binary/octet-stream', 'application/x-download', 'application/force-download'])

/** The type of a file: as sent, or else by the extension. */
export function contentTypeOf (sent: string | null, filename: string): string {
  if (sent !== null && !saysNothing.has(sent)) return sent
  return mime.getType(filename) ?? UNKNOWN
}

/** Types that browsers show without running anything. SVG is not among them, as it may hold scripts. */
const shown = /^(?:video\/[\w.+-]+|audio\/[\w.+-]+|image\/(?:png|jpeg|gif|webp|avif|bmp|heic|heif|tiff|jxl|apng))$/

/** Types that no browser runs, so that they keep their name. */
const inert =
  /^(?:text\/(?:plain|csv)|application\/(?:pdf|zip|gzip|json|x-tar|x-7z-compressed|msword|rtf|vnd\.[\w.+-]+)|font\/[\w.+-]+)$/
const markup = /(?:xml|html|svg)$/

/** Types that Chromium, Firefox and Safari all show; of a PDF, a page shows the pages. */
const viewed = new Set([
  'application/pdf',
  'image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp',
  'video/mp4', 'video/x-m4v', 'video/quicktime', 'video/webm',
  'audio/mpeg', 'audio/mp3', 'audio/mp4', 'audio/x-m4a', 'audio/aac', 'audio/ogg', 'audio/opus', 'audio/webm',
  'audio/flac', 'audio/x-flac', 'audio/wav', 'audio/x-wav', 'audio/vnd.wave'
])

/** Whether a browser may show a file of this type in its window. Others are downloads. */
export function isShown (contentType: string): boolean {
  return shown.test(contentType) && !markup.test(contentType)
}

/**
 * Whether every browser shows a file of this type on a page, as a picture or in a player. For a film or a sound, the
 * codecs decide if they are known.
 */
export function isViewed (contentType: string, playback: Playback | null = null): boolean {
  return viewed.has(contentType.toLowerCase()) && playback !== 'hidden'
}

/**
 * The type in the answer. What a browser could run (HTML, SVG, XML, scripts, styles, and unknown types) is served as
 * mere bytes.
 */
export function servedType (contentType: string): string {
  return (shown.test(contentType) || inert.test(contentType)) && !markup.test(contentType) ? contentType : UNKNOWN
}
