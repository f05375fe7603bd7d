import { TextDecoder } from 'node:util'

/** Excel writes files that begin with the byte order mark of UTF-16. Four bytes tell it from UTF-32. */
const MARK_BYTES = 4

/** The same file in UTF-8, with its byte order mark. Other files pass as they are. */
export async function * toUtf8 (pieces: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer | null = Buffer.alloc(0)
  let decoder: TextDecoder | null = null
  for await (const piece of pieces) {
    let bytes = piece
    if (held !== null) {
      bytes = Buffer.concat([held, piece])
      held = bytes
      if (bytes.length < MARK_BYTES) continue
      decoder = decoderOf(bytes)
      held = null
    }
    yield decoder === null ? bytes : Buffer.from(decoder.decode(bytes, { stream: true }))
  }
  if (held !== null) {
    decoder = decoderOf(held)
    yield decoder === null ? held : Buffer.from(decoder.decode(held, { stream: true }))
  }
  if (decoder !== null) yield Buffer.from(decoder.decode())
}

function decoderOf (bytes: Buffer): TextDecoder | null {
  const mark = bytes.length < 2 ? 0 : bytes.readUInt16BE(0)
  if (mark === 0xfeff) return new TextDecoder('utf-16be', { ignoreBOM: true })
  const isUtf32 = bytes.length >= MARK_BYTES && bytes.readUInt16BE(2) === 0
  return mark === 0xfffe && !isUtf32 ? new TextDecoder('utf-16le', { ignoreBOM: true }) : null
}
