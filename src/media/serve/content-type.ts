import { mime } from '@fastify/send'

/** Sent by those who do not know the type. */
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

/** Playlists: a player would follow their addresses. */
const playlist = /mpegurl$/

/** Whether a browser may show a file of this type in its window. Others are downloads. */
export function isShown (contentType: string): boolean {
  return shown.test(contentType) && !markup.test(contentType)
}

/** Whether a page may show a file of this type as a picture or in a player. */
export function isViewed (contentType: string): boolean {
  return isShown(contentType) && !playlist.test(contentType)
}

/**
 * The type in the answer. What a browser could run (HTML, SVG, XML, scripts, styles, and unknown types) is served as
 * mere bytes.
 */
export function servedType (contentType: string): string {
  return (shown.test(contentType) || inert.test(contentType)) && !markup.test(contentType) ? contentType : UNKNOWN
}
