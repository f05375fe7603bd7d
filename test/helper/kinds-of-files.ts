import type { Test } from 'tap'
import { makeHeic } from './media/heic.js'
import { makePdf } from './media/pdf.js'
import { makeByFfmpeg, makePicture, tagged } from './media/samples.js'

/** A kind of files in the table of docs/media.md. */
export interface KindOfFile {
  readonly name: string
  readonly make: (t: Test) => Promise<Buffer>
}

const byAda = ['-XMP-dc:Creator=Ada Lovelace']
const camera = ['-Make=Canon', '-FocalLength=50', '-DateTimeOriginal=2024:05:06 07:08:09',
  '-IPTC:Headline=Sunset', ...byAda]
const screen = ['-f', 'lavfi', '-i', 'testsrc=s=320x180:r=25:d=2']
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:d=2:r=48000']
const says = ['-metadata', 'title=Harbour', '-metadata', 'creation_time=2024-05-06T07:08:09Z']
const h264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-c:a', 'aac']
const mpeg2 = ['-c:v', 'mpeg2video', '-c:a', 'mp2']

const picture = (name: string, format: Parameters<typeof makePicture>[0]): KindOfFile =>
  ({ name, make: async (t) => tagged(t, await makePicture(format), `picture.${format}`, camera) })

type Options = readonly string[]

const film = (name: string, extension: string, options: Options, xmp: Options = []): KindOfFile => ({
  name,
  make: async (t) => {
    const bytes = await makeByFfmpeg(t, `film.${extension}`, [...screen, ...tone, ...options, ...says])
    return xmp.length === 0 ? bytes : tagged(t, bytes, `film.${extension}`, xmp)
  }
})

const sound = (name: string, extension: string, options: readonly string[] = []): KindOfFile =>
  ({ name, make: (t) => makeByFfmpeg(t, `sound.${extension}`, [...tone, ...options, ...says]) })

export const kindsOfFiles: readonly KindOfFile[] = [
  picture('JPEG', 'jpeg'),
  picture('PNG', 'png'),
  picture('GIF', 'gif'),
  picture('WebP', 'webp'),
  picture('TIFF', 'tiff'),
  picture('AVIF', 'avif'),
  { name: 'HEIC', make: async (t) => tagged(t, await makeHeic(t), 'picture.heic', camera) },
  film('MP4', 'mp4', h264, byAda),
  film('QuickTime', 'mov', h264, byAda),
  film('3GP', '3gp', ['-c:v', 'mpeg4', '-c:a', 'aac']),
  film('Matroska', 'mkv', h264),
  film('WebM', 'webm', ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-c:a', 'libopus']),
  film('AVI', 'avi', ['-c:v', 'mpeg4', '-c:a', 'libmp3lame']),
  film('MPEG-1 and 2 (`.mpg`)', 'mpg', mpeg2),
  film('DVD (`.vob`)', 'vob', [...mpeg2, '-f', 'vob']),
  film('MPEG-TS', 'ts', h264),
  film('AVCHD (`.m2ts`)', 'm2ts', [...h264, '-f', 'mpegts', '-mpegts_m2ts_mode', '1']),
  film('MXF', 'mxf', ['-c:v', 'mpeg2video', '-c:a', 'pcm_s16le']),
  film('Ogg (`.ogv`)', 'ogv', ['-c:v', 'libtheora', '-c:a', 'libvorbis']),
  film('Flash (`.flv`)', 'flv', ['-c:v', 'flv', '-c:a', 'libmp3lame', '-ar', '44100']),
  film('Windows Media (`.wmv`)', 'wmv', ['-c:v', 'wmv2', '-c:a', 'wmav2']),
  film('DV', 'dv', ['-target', 'pal-dv']),
  sound('WAV', 'wav'),
  sound('AIFF', 'aiff', ['-write_id3v2', '1']),
  sound('MP3', 'mp3'),
  sound('AAC (ADTS)', 'aac'),
  sound('M4A', 'm4a'),
  sound('FLAC', 'flac'),
  sound('Ogg Vorbis', 'ogg', ['-c:a', 'libvorbis']),
  sound('Opus', 'opus', ['-c:a', 'libopus']),
  sound('AC-3', 'ac3'),
  sound('WavPack', 'wv'),
  sound('CAF', 'caf'),
  sound('AU', 'au'),
  sound('Windows Media (`.wma`)', 'wma'),
  sound('Matroska (`.mka`)', 'mka', ['-c:a', 'libvorbis']),
  { name: 'PDF', make: async (t) => tagged(t, makePdf(['/MediaBox[0 0 300 200]']), 'document.pdf', ['-Title=Harbour', ...byAda]) },
  { name: 'SVG', make: async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>') },
  { name: 'Text', make: async () => Buffer.from('What was said\n') },
  { name: 'ZIP', make: async () => Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(40)]) }
]
