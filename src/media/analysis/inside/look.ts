import type { VideoTrack } from 'mediainfo.js'
import type { Probe } from './probe.js'

/** How the pictures of a film are written, by the names of ffmpeg. It decides what has to be done to show them. */
export interface Look {
  /** Whether a picture is two fields of different moments. */
  readonly isInterlaced: boolean
  /** The curve of HLG and PQ; null for films for usual screens. */
  readonly brightness: 'arib-std-b67' | 'smpte2084' | null
  /** Primaries beyond those of usual screens; null for the usual ones. */
  readonly wide: 'bt2020' | 'smpte431' | 'smpte432' | null
  /** The matrix of its colours; null if it does not say. */
  readonly matrix: Matrix | null
}

export type Matrix = typeof matrices[number]
const matrices = ['bt709', 'fcc', 'bt470bg', 'smpte170m', 'smpte240m', 'bt2020nc', 'bt2020c'] as const
const wides = ['bt2020', 'smpte431', 'smpte432'] as const
const curves = ['arib-std-b67', 'smpte2084'] as const

const interlaced = new Set(['tt', 'bb', 'tb', 'bt'])
const scans = new Set(['Interlaced', 'MBAFF', 'PAFF', 'Mixed'])

/** By what ffprobe reports, or else by what the library does. */
export function lookOf (video: VideoTrack | undefined, probed: Probe | null): Look {
  const { transfer_characteristics: transfer = '', colour_primaries: primaries = '' } = video ?? {}
  const brightness = oneOf(curves, probed?.transfer) ??
    (/\bHLG\b/.test(transfer) ? 'arib-std-b67' : /\bPQ\b/.test(transfer) ? 'smpte2084' : null)
  const wide = oneOf(wides, probed?.primaries) ?? (/BT\.2020/.test(primaries) ? 'bt2020' : null)
  return {
    isInterlaced: interlaced.has(probed?.fields ?? '') || scans.has(video?.ScanType ?? ''),
    brightness,
    wide: wide ?? (brightness === null ? null : 'bt2020'),
    matrix: oneOf(matrices, probed?.matrix)
  }
}

function oneOf<Name extends string> (names: readonly Name[], name: string | undefined): Name | null {
  return names.find((each) => each === name) ?? null
}
