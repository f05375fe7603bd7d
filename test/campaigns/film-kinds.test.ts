import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import t, { type Test } from 'tap'
import type { FileMetadata } from '#src/media/analysis/task.js'
import { lookInOneProcess } from '../helper/media/look.js'
import { ffprobe, makeByFfmpeg, needs } from '../helper/media/samples.js'

const { look } = lookInOneProcess()

const picture = ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:r=30000/1001:d=4']
const tone = ['-f', 'lavfi', '-i', 'sine=frequency=440:d=4:r=48000']
const h264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p']

interface Probed {
  readonly format: { readonly duration: string, readonly bit_rate: string }
  readonly streams: ReadonlyArray<{ readonly codec_type: string, readonly avg_frame_rate: string }>
}

async function askFfprobe (t: Test, bytes: Buffer) {
  const path = join(t.testdir(), 'asked')
  await writeFile(path, bytes)
  const { stdout } = await promisify(execFile)(ffprobe!,
    ['-v', 'quiet', '-of', 'json', '-show_format', '-show_streams', path])
  const { format, streams } = JSON.parse(stdout) as Probed
  const [over, under] = streams.find((each) => each.codec_type === 'video')?.avg_frame_rate.split('/') ?? []
  const frameRate = Number(over) / Number(under)
  return { duration: Number(format.duration), bitRate: Number(format.bit_rate), frameRate }
}

function isNear (one: number | null, other: number, share: number): boolean {
  return one !== null && Math.abs(one - other) <= other * share
}

for (
  const [name, type, ...options] of [
    ['film.mpg', 'video/mpeg', ...picture, ...tone, '-c:v', 'mpeg1video', '-c:a', 'mp2'],
    ['film.vob', 'video/mpeg', ...picture, ...tone, '-c:v', 'mpeg2video', '-c:a', 'ac3', '-f', 'vob'],
    ['film.ts', 'video/mp2t', ...picture, ...tone, ...h264, '-c:a', 'aac'],
    ['film.ogv', 'video/ogg', ...picture, ...tone, '-c:v', 'libtheora', '-b:v', '6M', '-c:a', 'libvorbis'],
    ['film.flv', 'video/x-flv', ...picture, ...tone, '-c:v', 'flv', '-b:v', '900k', '-c:a', 'libmp3lame', '-ar', '44100'],
    ['film.wmv', 'video/x-ms-asf', ...picture, ...tone, '-c:v', 'wmv2', '-c:a', 'wmav2'],
    ['film.avi', 'video/vnd.avi', ...picture, ...tone, '-c:v', 'mpeg4', '-c:a', 'libmp3lame'],
    ['film.mp4', 'video/mp4', ...picture, ...tone, ...h264, '-c:a', 'aac'],
    ['film.dv', 'video/dv', ...picture, ...tone, '-target', 'ntsc-dv']
  ] as const
) {
  t.test(`A film gets the metadata that ffprobe shows, and previews: ${name}`, needs.ffmpeg, async (t) => {
    const bytes = await makeByFfmpeg(t, name, options)
    const probed = await askFfprobe(t, bytes)
    const result = await look(t, bytes)
    t.match(result, { outcome: 'done', previews: [{ kind: 'preview' }, { kind: 'thumbnail' }] })
    const { metadata } = result as { metadata: FileMetadata }
    t.match(metadata, { content_type: type, taken_at: null, sample_rate: Number })
    t.ok(isNear(metadata.duration, probed.duration, 0.005), `${metadata.duration} and ${probed.duration} seconds`)
    t.ok(isNear(metadata.frame_rate, probed.frameRate, 0.002), `${metadata.frame_rate} and ${probed.frameRate} pictures a second`)
    t.ok(isNear(metadata.bit_rate, probed.bitRate, 0.01), `${metadata.bit_rate} and ${probed.bitRate} bits a second`)
  })
}

for (
  const [name, type, ...options] of [
    ['sound.aac', 'audio/aac', '-c:a', 'aac'],
    ['sound.au', 'audio/basic', '-c:a', 'pcm_s16be'],
    ['sound.caf', 'audio/x-caf', '-c:a', 'pcm_s16be'],
    ['sound.mka', 'audio/matroska', '-c:a', 'libvorbis'],
    ['sound.webm', 'audio/webm', '-c:a', 'libopus'],
    ['sound.mp4', 'audio/mp4', '-c:a', 'aac']
  ] as const
) {
  t.test(`A sound gets the metadata that ffprobe shows: ${name}`, needs.ffmpeg, async (t) => {
    const bytes = await makeByFfmpeg(t, name, [...tone, ...options])
    const probed = await askFfprobe(t, bytes)
    const result = await look(t, bytes)
    t.match(result, { outcome: 'done', metadata: { content_type: type, sample_rate: 48_000, channels: 1, width: null }, previews: [] })
    const { duration, bit_rate: bitRate } = (result as { metadata: FileMetadata }).metadata
    t.ok(isNear(duration, probed.duration, 0.005), `${duration} and ${probed.duration} seconds`)
    t.type(bitRate, 'number')
  })
}
