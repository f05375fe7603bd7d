// Realistic material for the pictures of the console: stills of an imaginary film in several shapes, films, sound, a
// document, and assets without a file. Films need ffmpeg on the path.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'

const stills = join(import.meta.dirname, 'console-stills')
const still = (index) => join(stills, `${index}.jpg`)
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0

/** A title of 400 characters. */
const long = 'Boats in fog, seen from the north wall while the ferry leaves, the second of three takes, as in the first the ' +
  'gulls were louder than the harbour master, who came by to ask what we were doing there at this time of the day, and ' +
  'whether we had spoken with the office, which we had, and in the third one the fog was gone, so that this is the one ' +
  'to take if the scene stays in the film, which nobody knows yet'

/**
 * Each has a title, the name of its file, and a function that makes the file. Some have no file.
 *
 * @type {Array<[title: string, name: string | null, make: () => Buffer | Promise<Buffer> | null]>}
 */
const made = [
  ['Harbour at dawn', 'A001C003_260115.jpg', () => picture(0, 1280, 720)],
  ['Keeper of the lighthouse', 'DSC_4105.jpg', () => picture(7, 480, 720)],
  ['Interview, day 1', 'A001C007_260115.mp4', () => film(2, '1280:720')],
  ['The whole bay, from the roof of the fish hall', 'panorama.jpg', () => picture(1, 1280, 240)],
  [long.slice(0, 400), 'DSC_4106.jpg', () => picture(6, 720, 720)],
  ['Nets', 'DSC_4107.jpg', () => picture(3, 960, 640)],
  ['Atmo, quay at night', 'T032.wav', () => sound()],
  ['Shooting permit', 'permit.pdf', () => document(9)],
  ['Mast', 'DSC_4108.jpg', () => picture(4, 180, 720)],
  ['Upright, for the phone', 'vertical.mp4', () => film(8, '406:720')],
  ['Drone_over_the_pier_second_flight_north_to_south_graded_v3_final', 'A002C001.jpg', () => picture(10, 1280, 720)],
  ['Call sheet', 'callsheet.txt', () => Buffer.from('06:30 North pier\n07:10 First light\n')],
  ['Last light', null, () => null],
  ['Gulls', 'gulls.png', () => sharp(still(11)).resize(96, 64, { fit: 'cover' }).png().toBuffer()],
  ['Rain on the quay', 'A003C002.jpg', () => picture(5, 1280, 540)]
]

/** The material in its order, with the bytes of each file. */
export async function makeMaterial () {
  const material = []
  for (const [title, name, make] of made) {
    if (!hasFfmpeg && /\.mp4$/.test(name ?? '')) continue
    material.push({ title, name, bytes: await make() })
  }
  return material
}

async function picture (index, width, height) {
  return sharp(still(index)).resize(width, height, { fit: 'cover' }).jpeg({ quality: 86 }).toBuffer()
}

/** Six seconds of a slow zoom into a still. */
function film (index, size) {
  const folder = mkdtempSync(join(tmpdir(), 'cutroom-film-'))
  const path = join(folder, 'film.mp4')
  const [width, height] = size.split(':')
  try {
    execFileSync('ffmpeg', ['-v', 'error', '-i', still(index), '-f', 'lavfi', '-i', 'sine=frequency=220:duration=6',
      '-vf', `scale=2560:-2,zoompan=z='1+on/1500':d=150:s=1280x720:fps=25,crop=${width}:${height}`, '-t', '6',
      '-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-movflags', '+faststart', path])
    return readFileSync(path)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Four seconds that swell and fade, as a WAV of 16 bits. */
function sound () {
  const [rate, seconds] = [16_000, 4]
  const samples = Buffer.alloc(rate * seconds * 2)
  for (let at = 0; at < rate * seconds; at++) {
    const loud = Math.sin(Math.PI * at / (rate * seconds)) * (0.6 + 0.4 * Math.sin(at / 1500))
    samples.writeInt16LE(Math.round(20_000 * loud * Math.sin(at * 0.08)), at * 2)
  }
  const head = Buffer.alloc(44)
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * 2, 28)
  head.writeUInt16LE(2, 32)
  head.writeUInt16LE(16, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** A page of A4 with a picture on it. */
async function document (index) {
  const jpeg = await picture(index, 960, 540)
  const content = 'q 475 0 0 267 60 500 cm /P Do Q BT /F 22 Tf 60 780 Td (Shooting permit) Tj ET'
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /XObject << /P 5 0 R >> /Font << /F 6 0 R >> >> >>',
    `<< /Length ${content.length} >> stream\n${content}\nendstream`,
    `<< /Type /XObject /Subtype /Image /Width 960 /Height 540 /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length} >> stream\n${jpeg.toString('latin1')}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
  ]
  let text = '%PDF-1.4\n'
  const places = objects.map((body, at) => {
    const place = text.length
    text += `${at + 1} 0 obj\n${body}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = text.length
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`
  return Buffer.from(text, 'latin1')
}
