import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Test } from 'tap'
import sharp from 'sharp'
import { findPrograms } from '#src/media/analysis/programs.js'
import { lacks } from '../programs.js'

export const { ffmpeg, ffprobe, pdftoppm } = findPrograms()
const run = promisify(execFile)

/** The reason to skip the tests that need a program, if it is missing. */
export const needs = {
  ffmpeg: { skip: lacks('ffmpeg') },
  pdftoppm: { skip: lacks('pdftoppm') },
  pdfinfo: { skip: lacks('pdfinfo') },
  exiftool: { skip: lacks('exiftool') },
  films: { skip: lacks('ffmpeg', 'ffprobe', 'exiftool') },
  heic: { skip: lacks('heif-convert') },
  all: { skip: lacks('ffmpeg', 'ffprobe', 'pdftoppm', 'exiftool', 'heif-convert') }
}

/** A file to which exiftool has added metadata. */
export async function tagged (t: Test, bytes: Buffer, name: string, options: readonly string[]): Promise<Buffer> {
  const path = join(t.testdir(), name)
  await writeFile(path, bytes)
  await run('exiftool', ['-q', '-q', '-m', '-overwrite_original', ...options, path])
  return readFile(path)
}

/** What exiftool reports about a file. */
export async function askExiftool (
  t: Test, bytes: Buffer, options: readonly string[]
): Promise<Record<string, string | number>> {
  const path = join(t.testdir(), 'asked')
  await writeFile(path, bytes)
  const { stdout } = await run('exiftool', ['-j', '-q', '-q', '-s', ...options, path])
  return (JSON.parse(stdout) as [Record<string, string | number>])[0]
}

/** A file that ffmpeg makes, by the inputs and options of its command line. */
export async function makeByFfmpeg (t: Test, name: string, options: readonly string[]): Promise<Buffer> {
  const path = join(t.testdir(), name)
  await run(ffmpeg!, ['-v', 'error', '-y', ...options, path])
  return readFile(path)
}

const xmp = `<?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
  <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""
    xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:creator><rdf:Seq><rdf:li>Ada Lovelace</rdf:li></rdf:Seq></dc:creator>
    <dc:subject><rdf:Bag><rdf:li>lighthouse</rdf:li><rdf:li>quay</rdf:li></rdf:Bag></dc:subject>
  </rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

/** A photo of 600 × 400 pixels, taken upright, with metadata of cameras and people. */
export async function makePhoto ({ description = 'Sunset over the harbour' } = {}): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 400, channels: 3, background: '#824' } }).withMetadata({ orientation: 6 }).withXmp(xmp).withExif({
    IFD0: { Make: 'Canon', Model: 'EOS R5', ImageDescription: description, Orientation: '6' },
    IFD2: {
      DateTimeOriginal: '2024:05:06 07:08:09',
      OffsetTimeOriginal: '+02:00',
      FNumber: '28/10',
      ISOSpeedRatings: '100',
      ExposureTime: '1/0'
    },
    IFD3: {
      GPSLatitudeRef: 'N',
      GPSLatitude: '53/1 30/1 0/1',
      GPSLongitudeRef: 'E',
      GPSLongitude: '8/1 48/1 0/1'
    }
  }).jpeg().toBuffer()
}

/** A picture in one of the decoded formats, transparent if the format allows it. */
export async function makePicture (
  format: 'png' | 'jpeg' | 'gif' | 'webp' | 'tiff' | 'avif', [width, height] = [640, 480]
): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 4, background: { r: 200, g: 20, b: 20, alpha: 0 } } })
    .toFormat(format, format === 'tiff' ? { compression: 'lzw' } : {}).toBuffer()
}

/** A second of a tone of 440 Hz: 16 bits, 44,100 Hz, two channels. With the name of its artist. */
export function makeSound (artist = 'Björk'): Buffer {
  const samples = Buffer.alloc(44_100 * 4)
  for (let index = 0; index < 44_100; index++) {
    const value = Math.round(Math.sin(index / 44_100 * 440 * 2 * Math.PI) * 8000)
    samples.writeInt16LE(value, index * 4)
    samples.writeInt16LE(value, index * 4 + 2)
  }
  const name = Buffer.from(`${artist}\0`)
  const padded = Buffer.concat([name, Buffer.alloc(name.length % 2)])
  const format = Buffer.alloc(16)
  format.writeUInt16LE(1, 0)
  format.writeUInt16LE(2, 2)
  format.writeUInt32LE(44_100, 4)
  format.writeUInt32LE(44_100 * 4, 8)
  format.writeUInt16LE(4, 12)
  format.writeUInt16LE(16, 14)
  const list = Buffer.concat([Buffer.from('INFO'), chunk('IART', padded)])
  return chunk('RIFF', Buffer.concat([
    Buffer.from('WAVE'), chunk('fmt ', format), chunk('LIST', list), chunk('data', samples)
  ]))
}

function chunk (name: string, bytes: Buffer): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt32LE(bytes.length)
  return Buffer.concat([Buffer.from(name), size, bytes])
}

/** A page of 300 × 200 points with a red square on it, without the cross-reference table that programs write. */
export function makeDocument (): Buffer {
  return Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 200]/Contents 4 0 R>>endobj
4 0 obj<</Length 30>>stream
1 0 0 rg 50 50 100 100 re f
endstream endobj
trailer<</Root 1 0 R>>
`)
}

/** Two seconds of a test card of 640 × 360 pixels, 25 frames a second, with a tone. */
export async function makeFilm (t: Test, options: readonly string[] = []): Promise<Buffer> {
  return makeByFfmpeg(t, 'film.mp4', ['-f', 'lavfi', '-i', 'testsrc=s=640x360:r=25:d=2', '-f', 'lavfi', '-i',
    'sine=frequency=440:d=2', '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', ...options])
}
