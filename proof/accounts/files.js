/** Files that once took minutes of processor time, and senders of files that come a byte at a time. */

/** 316 bytes that no kind of file begins with, and that a careless pattern tries in exponentially many ways. */
const COMMENTS = Buffer.from(`${'<!---->'.repeat(45)}x`)

const TITLE = Buffer.from(`${'é'.repeat(400_000)}€`)

/** A sound of a hundredth of a second whose title has 400,000 characters. */
const SOUND = chunk('RIFF', Buffer.concat([
  Buffer.from('WAVE'),
  chunk('fmt ', Buffer.from('01000100401f0000803e000002001000', 'hex')),
  chunk('LIST', Buffer.concat([Buffer.from('INFO'), chunk('INAM', TITLE)])),
  chunk('data', Buffer.alloc(160))
]))

/** A small picture, as a well-behaved account sends it. */
export const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64'
)

function chunk (name, content) {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(content.length, 4)
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)])
}

/** What the senders of the loads send, by the name of the file; null for a file that comes slowly and never ends. */
export const files = { 'comments.bin': COMMENTS, 'sound.wav': SOUND, 'slow.bin': null }

/** The bytes of a file that never ends. */
export const SLOW_PIECE = Buffer.alloc(1024)
