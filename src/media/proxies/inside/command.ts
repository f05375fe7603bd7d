import { availableParallelism } from 'node:os'
import type { Look } from '../../analysis/inside/look.js'
import { inputOptions } from '../../analysis/inside/probe.js'
import { soundOf, FILLED } from './sound-tracks.js'
import { needsMapping, oneField, toScreen, wholePictures } from '../../analysis/inside/screen.js'
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
/** The colours of usual screens. */
const BT709 = ['-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709', '-color_range', 'tv']
/** It begins to play while it loads. */
const MP4 = ['-movflags', '+faststart', '-f', 'mp4', '-y']

export interface CommandOptions {
  readonly plan: Plan
  /** The name of the format for ffmpeg. */
  readonly format: string
  /** Whether the sound is part of it. */
  readonly hasSound: boolean
  readonly look: Look
  /** Whether ffmpeg can map the colours of a film in HLG or PQ. */
  readonly canMap: boolean
  /** The number of channels of each sound track. */
  readonly channels: readonly number[]
  /** Whether ffmpeg is from before 5.1. */
  readonly isOld: boolean
}

/**
 * One command for everything: each stream is decoded once. The samples of the sound go to the third pipe, pictures for
 * the filmstrip to the scratch file, one after another.
 */
export function commandFor (
  { path, metadata, targets, scratch }: ProxyTask,
  { plan, format, hasSound, isOld, look, canMap, channels }: CommandOptions
): string[] {
  const { isFilm, mp4, audio, waveform, filmstrip } = plan
  const threads = ['-threads', String(Math.min(MOST_THREADS, availableParallelism()))]
  const { frame_rate: rate, width, height } = metadata
  const original = { width: width ?? 0, height: height ?? 0 }
  const sound = soundOf(channels, hasSound ? [mp4 !== null || audio, waveform].filter(Boolean).length : 0)
  const outputs: string[] = []
  if (mp4 !== null) {
    const filters = [...wholePictures(look), ...slowed(rate), ...toScreen(look, original, mp4, canMap), 'setsar=1', 'format=yuv420p']
    outputs.push('-map', '0:V:0', ...hasSound ? [...sound.next(), ...aac(2, metadata.sample_rate)] : [], ...BARE,
      '-vf', filters.join(), ...canMap || !needsMapping(look) ? BT709 : [],
      ...isOld ? ['-vsync', 'vfr'] : ['-fps_mode', 'vfr'], ...H264, ...threads,
      ...MP4, `file:${targets.mp4}`)
  }
  if (audio) {
    outputs.push(...sound.next(), ...aac(Math.min(2, sound.channels), metadata.sample_rate), ...BARE, ...MP4,
      `file:${targets.audio}`)
  }
  if (filmstrip !== null) {
    const size = { width: filmstrip.tile_width, height: filmstrip.tile_height }
    const filters = [pictures(filmstrip, rate), ...oneField(look), ...toScreen(look, original, size, canMap)]
    outputs.push('-map', '0:V:0', '-vf', filters.join(), '-frames:v', String(filmstrip.count),
      '-c:v', 'rawvideo', '-pix_fmt', 'rgb24', '-f', 'rawvideo', '-y', `file:${scratch}`)
  }
  if (waveform && hasSound) {
    const filled = isFilm && !sound.isJoined ? ['-af', FILLED] : []
    outputs.push(...sound.next(), ...filled, '-ac', String(sound.channels), '-ar', String(sampleRate(metadata.sample_rate)),
      '-c:a', 'pcm_s16le', '-f', 's16le', 'pipe:3')
  }
  return ['-nostdin', '-hide_banner', '-loglevel', 'error', '-progress', 'pipe:1', '-filter_threads', '1', ...threads,
    ...inputOptions(path, format), ...sound.graph, ...outputs]
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
function pictures ({ interval }: Tiles, rate: number | null): string {
  const early = rate === null ? 0.001 : Math.min(0.01, 0.25 / rate)
  return `setpts=PTS-${early.toFixed(6)}/TB,fps=fps=${(1 / interval).toFixed(9)}:start_time=0:round=up`
}
