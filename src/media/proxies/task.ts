import type { FileMetadata } from '../analysis/task.js'

/** The messages between the service and a process that makes the proxies of a file. */

/** What is made of a film or a sound, with its type: to play it, or to see it at a glance. */
export const proxyTypes = {
  mp4: 'video/mp4',
  audio: 'audio/mp4',
  waveform: 'application/json',
  filmstrip: 'image/webp'
} as const

export type ProxyKind = keyof typeof proxyTypes

/** How browsers treat a file: it plays as it is, is shown but plays everywhere only by a proxy, or is not shown. */
export type Playback = 'plays' | 'shown' | 'hidden'

/** How a filmstrip is laid out. Tile n shows the film after n intervals. */
export interface Tiles {
  readonly columns: number
  readonly rows: number
  readonly tile_width: number
  readonly tile_height: number
  /** Seconds. */
  readonly interval: number
  readonly count: number
}

export interface ProxyTask {
  /** The file, which is only read. */
  readonly path: string
  /** What the analysis has found. */
  readonly metadata: FileMetadata
  /** How browsers treat it, or null if the analysis did not look for that. */
  readonly playback: Playback | null
  /** Target paths. */
  readonly targets: Readonly<Record<ProxyKind, string>>
  /** A path for temporary data. */
  readonly scratch: string
  readonly programs: { readonly ffmpeg: string, readonly ffprobe: string | null }
  readonly limits: ProxyLimits
}

/** Limits of ffmpeg. */
export interface ProxyLimits {
  readonly cpuSeconds: number
  /** The most bytes of each file that it writes. */
  readonly bytes: number
  /** The longest silence of ffmpeg, which reports its progress. */
  readonly silentMs: number
}

export interface MadeProxy {
  readonly kind: ProxyKind
  readonly width: number | null
  readonly height: number | null
  /** Seconds. */
  readonly duration: number | null
  readonly size: number
  readonly sha256: string
  readonly tiles: Tiles | null
}

export type ProxyResult =
  | {
    readonly outcome: 'done'
    readonly playback: Playback
    readonly proxies: readonly MadeProxy[]
    /** Whether ffmpeg could not map the colours of a film in HLG or PQ. */
    readonly isUnmapped?: boolean
  }
  /** Nothing can be made of it, or nothing has to. */
  | { readonly outcome: 'none', readonly playback: Playback | null }
  /** A damaged file, or one beyond the limits. */
  | { readonly outcome: 'failed', readonly error: string }
