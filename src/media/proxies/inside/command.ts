import { availableParallelism } from 'node:os'
import { inputOptions } from '../../analysis/inside/probe.js'
import type { Plan } from '../plan.js'
import type { ProxyTask, Tiles } from '../task.js'

/** More threads need more memory, and hardly gain anything. */
const MOST_THREADS = 4

/** Pictures beyond this number a second are left out. Files round their times, so a little more is allowed. */
const MOST_PICTURES = 60
const FEW_MORE = 0.5

const H264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-maxrate', '6M', '-bufsize',
  '12M', '-force_key_frames', 'expr:gte(t,n_forced*2)']

/** The highest rate that every browser plays. */
const HIGHEST_RATE = 48_000

/** A proxy has none of the file's metadata: they may tell where somebody lives. */
const BARE = ['-map_metadata', '-1', '-map_chapters', '-1']
/** It begins to play while it loads. */
const MP4 = ['-movflags', '+faststart', '-f', 'mp4', '-y']

export interface CommandOptions {
  readonly plan: Plan
  /** The name by which ffmpeg reads the format. */
  readonly format: string
  /** Whether the sound is part of it. */
  readonly hasSound: boolean
  /** Whether ffmpeg is from before 5.1. */
  readonly isOld: boolean
}

/**
 * One command for everything: each stream is decoded once. The samples of the sound go to the third pipe, pictures for
 * the filmstrip to the scratch file, one after another.
 */
export function commandFor (
  { path, metadata, targets, scratch }: ProxyTask, { plan, format, hasSound, isOld }: CommandOptions
): string[] {
  const { isFilm, mp4, audio, waveform, filmstrip } = plan
  const threads = ['-threads', String(Math.min(MOST_THREADS, availableParallelism()))]
  const { frame_rate: rate } = metadata
  const outputs: string[] = []
  if (mp4 !== null) {
    outputs.push('-map', '0:V:0', ...hasSound ? ['-map', '0:a:0', ...aac(2, metadata.sample_rate)] : [], ...BARE,
      '-vf', [...slowed(rate), `scale=${mp4.width}:${mp4.height}`, 'setsar=1', 'format=yuv420p'].join(),
      ...isOld ? ['-vsync', 'vfr'] : ['-fps_mode', 'vfr'], ...H264, ...threads,
      ...MP4, `file:${targets.mp4}`)
  }
  if (audio) {
    outputs.push('-map', '0:a:0', ...aac(Math.min(2, metadata.channels ?? 2), metadata.sample_rate), ...BARE, ...MP4,
      `file:${targets.audio}`)
  }
  if (filmstrip !== null) {
    outputs.push('-map', '0:V:0', '-vf', pictures(filmstrip, rate), '-frames:v', String(filmstrip.count),
      '-c:v', 'rawvideo', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-y', `file:${scratch}`)
  }
  if (waveform && hasSound) {
    const filled = isFilm ? ['-af', 'aresample=async=1:first_pts=0'] : []
    outputs.push('-map', '0:a:0', ...filled, '-ac', '1', '-ar', String(sampleRate(metadata.sample_rate)),
      '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:3')
  }
  return ['-nostdin', '-hide_banner', '-loglevel', 'error', '-progress', 'pipe:1', '-filter_threads', '1', ...threads,
    ...inputOptions(path, format), ...outputs]
}

/** The sample rate of the waveform: that of the sound. */
export function sampleRate (told: number | null): number {
  return Math.round(told ?? HIGHEST_RATE)
}

function aac (channels: number, rate: number | null): string[] {
  const slower = rate !== null && rate > HIGHEST_RATE ? ['-ar', String(HIGHEST_RATE)] : []
  return ['-c:a', 'aac', '-ac', String(channels), '-b:a', '128k', ...slower]
}

/** Leaves out pictures beyond the highest rate. If the file does not state its rate, no picture is repeated. */
function slowed (rate: number | null): string[] {
  if (rate === null) return [`select='isnan(prev_selected_t)+gt(floor(t*${MOST_PICTURES}),floor(prev_selected_t*${MOST_PICTURES}))'`]
  return rate <= MOST_PICTURES + FEW_MORE ? [] : [`fps=${MOST_PICTURES}`]
}

/**
 * The pictures that are seen after each interval. Times in files are rounded: a picture counts as seen a quarter of its
 * time before it begins.
 */
function pictures ({ interval, tile_width: width, tile_height: height }: Tiles, rate: number | null): string {
  const early = rate === null ? 0.001 : Math.min(0.01, 0.25 / rate)
  return `setpts=PTS-${early.toFixed(6)}/TB,fps=fps=${(1 / interval).toFixed(9)}:start_time=0:round=up,scale=${width}:${height}`
}
