import { parse } from 'content-disposition'
import t from 'tap'
import { contentTypeOf, isShown, isViewed, servedType } from '#src/media/serve/content-type.js'
import { contentDisposition, downloadName } from '#src/media/serve/disposition.js'

const names: Array<[sent: string, saved: string]> = [
  ['clip.mp4', 'clip.mp4'],
  ['My film (final) – é 📼.mov', 'My film (final) – é 📼.mov'],
  ['../../etc/passwd', 'passwd'],
  ['/etc/passwd', 'passwd'],
  ['C:\\Windows\\con.txt', 'con.txt'],
  ['..', 'download'],
  ['', 'download'],
  ['/', 'download'],
  [' . ', 'download'],
  ['.htaccess', 'htaccess'],
  ['name. ', 'name'],
  ['a\nb\r\nSet-Cookie: x=y\0.mp4', 'abSet-Cookie: x=y.mp4'],
  ['\u202egpj.exe', 'gpj.exe'],
  ['\u2066a\u2069\u200f\ufeff.png', 'a.png'],
  ['\ud800.mp4', '\ufffd.mp4'],
  ['"quoted"; filename=evil.exe', '"quoted"; filename=evil.exe'],
  ['100%20.mp4', '100%20.mp4'],
  ['👩‍👩‍👧.png', '👩‍👩‍👧.png']
]

t.test('A file is saved under the name that was sent, without folders and unsafe characters', async (t) => {
  for (const [sent, saved] of names) {
    t.equal(downloadName(sent), saved, JSON.stringify(sent))
    const header = contentDisposition(sent, 'video/mp4')

    t.match(header, /^[\x20-\x7e]+$/, 'a header is plain ASCII')
    t.match(parse(header), { type: 'inline', parameters: { filename: saved } }, header)
  }
})

t.test('A name that is too long is cut to 255 bytes and keeps its extension', async (t) => {
  for (const sent of [`${'x'.repeat(1000)}.mp4`, `${'é'.repeat(500)}.mp4`, `${'📼'.repeat(300)}.mp4`]) {
    const saved = downloadName(sent)
    const bytes = Buffer.byteLength(saved)
    t.ok(bytes <= 255 && bytes > 248, `${bytes} bytes`)
    t.match(saved, /[^\ufffd]\.mp4$/)
  }
  t.equal(Buffer.byteLength(downloadName(`a.${'x'.repeat(1000)}`)), 255)
})

t.test('The header for a name of 128 KiB is made by reading each character once', async (t) => {
  const odd = ['.', ' ', '/', '\\', '\n', '\0', '"', '%', 'é', '\u200b', '\u202e', '\ud800', '📼', 'a.', '. ', '\t.',
    './', '(', '<']
  const shapes = (filling: string) => [filling, `a${filling}`, `${filling}a`, `a${filling}a`, `a${filling}.mp4`]
  for (const piece of odd) {
    for (const name of shapes(piece.repeat(128 * 1024 / piece.length))) {
      const header = contentDisposition(name, contentTypeOf(null, name))
      // It takes a millisecond. Starting again at each character would take half a minute.
      t.ok(Buffer.byteLength(String(parse(header).parameters.filename)) <= 255)
    }
  }
  t.equal(downloadName(`${'.'.repeat(60_000)}`), 'download')
  t.equal(downloadName(`a${'.'.repeat(60_000)}.mp4`).slice(-4), '.mp4')
})

t.test('A missing or generic content type is replaced by the type of the file extension', async (t) => {
  t.equal(contentTypeOf('video/mp4', 'a.html'), 'video/mp4')
  for (const sent of [null, 'application/octet-stream', 'binary/octet-stream']) {
    t.equal(contentTypeOf(sent, 'a.MP4'), 'video/mp4')
    t.equal(contentTypeOf(sent, 'no extension'), 'application/octet-stream')
    t.equal(contentTypeOf(sent, ''), 'application/octet-stream')
  }
})

t.test('Browsers show pictures, films and sound, and save all other files', async (t) => {
  for (const type of ['video/mp4', 'video/webm', 'audio/mpeg', 'image/png', 'image/jpeg', 'image/webp']) {
    t.same([isShown(type), servedType(type)], [true, type])
  }
  for (const type of ['application/pdf', 'text/plain', 'application/zip', 'application/vnd.ms-excel']) {
    t.same([isShown(type), servedType(type)], [false, type])
  }
  for (
    const type of ['text/html', 'image/svg+xml', 'video/x+xml', 'audio/svg', 'application/vnd.mozilla.xul+xml',
      'text/javascript', 'nonsense/x', '']
  ) {
    t.same([isShown(type), servedType(type)], [false, 'application/octet-stream'], type)
  }
})

t.test('A page gets exactly the types that Chromium, Firefox and Safari all show', async (t) => {
  for (
    const type of ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'video/mp4', 'video/webm',
      'video/quicktime', 'audio/mpeg', 'audio/wav', 'audio/flac', 'audio/ogg', 'audio/x-m4a', 'audio/aac', 'VIDEO/MP4', 'application/pdf']
  ) t.equal(isViewed(type), true, type)
  for (
    const type of ['image/heic', 'image/heif', 'image/tiff', 'image/jxl', 'image/svg+xml', 'video/vnd.avi', 'video/x-msvideo',
      'video/x-ms-asf', 'video/x-ms-wmv', 'video/mpeg', 'video/mp2t', 'video/matroska', 'video/x-flv', 'video/ogg', 'video/dv',
      'application/mxf', 'audio/x-ms-asf', 'audio/aiff', 'audio/x-caf', 'audio/basic', 'audio/matroska', 'audio/mpegurl',
      'text/html', '']
  ) t.equal(isViewed(type), false, type)
})
