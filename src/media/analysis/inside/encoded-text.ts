import { decodeText } from './texts.js'

/** The length of the name of an encoding, with which such a text begins. */
const NAME_BYTES = 8
const ESCAPE = 0x1B

/** EXIF's texts that name their encoding: UserComment and two others. */
export function decodeNamed (bytes: Uint8Array): string {
  const name = Buffer.from(bytes.subarray(0, NAME_BYTES)).toString('latin1').replace(/\0[^]*/, '')
  const text = bytes.subarray(NAME_BYTES)
  if (name === 'UNICODE') return decodeUtf16(text)
  if (name === 'JIS') return decodeJis(text)
  return decodeText(name === 'ASCII' || name.trim() === '' ? text : bytes).replace(/\0[^]*/, '')
}

/** The byte order is that of the byte order mark or, without one, that in which the high bytes vary less. */
function decodeUtf16 (bytes: Uint8Array): string {
  const mark = bytes[0] === 0xFE && bytes[1] === 0xFF ? 'be' : bytes[0] === 0xFF && bytes[1] === 0xFE ? 'le' : null
  const order = mark ?? (variety(bytes, 0) < variety(bytes, 1) ? 'be' : 'le')
  return new TextDecoder(`utf-16${order}`).decode(bytes).replace(/\0[^]*/, '')
}

/** The number of different bytes at even or odd places. Zeros, the high bytes of Latin letters, do not count. */
function variety (bytes: Uint8Array, from: 0 | 1): number {
  const seen = new Set<number>()
  for (let at = from; at < bytes.length; at += 2) if (bytes[at] !== 0) seen.add(bytes[at]!)
  return seen.size
}

/** JIS X 0208, with the escapes of ISO-2022-JP or without them. */
function decodeJis (bytes: Uint8Array): string {
  const escaped = bytes.includes(ESCAPE)
    ? bytes
    : Buffer.concat([Buffer.from('\x1b$B'), withoutPadding(bytes), Buffer.from('\x1b(B')])
  return new TextDecoder('iso-2022-jp').decode(escaped)
}

function withoutPadding (bytes: Uint8Array): Uint8Array {
  const end = bytes.findIndex((byte, at) => byte === 0 || (byte === 0x20 && at % 2 === 0))
  return end === -1 ? bytes : bytes.subarray(0, end)
}
