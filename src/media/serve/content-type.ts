import { mime } from '@fastify/send'

/** What a sender says when it does not know. */
const UNKNOWN = 'application/octet-stream'
const saysNothing = new Set([UNKNOWN, 'binary/octet-stream', 'application/x-download', 'application/force-download'])

/** The type of a file: what its sender said, or else what its name tells. */
export function contentTypeOf (sent: string | null, filename: string): string {
  if (sent !== null && !saysNothing.has(sent)) return sent
  return mime.getType(filename) ?? UNKNOWN
}

/** Types that browsers show without running anything. SVG is a document with scripts and is not among them. */
const shown = /^(?:video\/[\w.+-]+|audio\/[\w.+-]+|image\/(?:png|jpeg|gif|webp|avif|bmp|heic|heif|tiff|jxl|apng))$/

/** Types that no browser runs as a page or as a part of one, so that they may keep their name. */
const inert =
  /^(?:text\/(?:plain|csv)|application\/(?:pdf|zip|gzip|json|x-tar|x-7z-compressed|msword|rtf|vnd\.[\w.+-]+)|font\/[\w.+-]+)$/
const markup = /(?:xml|html|svg)$/

/** Lists of addresses, which a player would go to. */
const playlist = /mpegurl$/

/** Whether a browser may show a file of this type in its window. Others it is told to save. */
export function isShown (contentType: string): boolean {
  return shown.test(contentType) && !markup.test(contentType)
}

/** Whether a page may have a file of this type as a picture, or in a player. */
export function isViewed (contentType: string): boolean {
  return isShown(contentType) && !playlist.test(contentType)
}

/**
 * The type under which a file is served. What a browser could run (HTML, SVG, XML, scripts, styles, and whatever is not
 * known here) is no more than bytes to it.
 */
export function servedType (contentType: string): string {
  return (shown.test(contentType) || inert.test(contentType)) && !markup.test(contentType) ? contentType : UNKNOWN
}
