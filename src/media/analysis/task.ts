import type { Playback } from '../proxies/task.js'

/** The messages between the service and a process that analyses a file. */

export type PreviewKind = 'thumbnail' | 'preview'

/** The most pixels of the longer side. */
export const previewSizes = [
  ['preview', 1280],
  ['thumbnail', 320]
] as const satisfies ReadonlyArray<readonly [kind: PreviewKind, pixels: number]>

export const PREVIEW_TYPE = 'image/webp'

export interface AnalysisTask {
  /** The file, which is only read. */
  readonly path: string
  /** Target paths of the previews. */
  readonly previews: Readonly<Record<PreviewKind, string>>
  /** A path for temporary data. */
  readonly scratch: string
  /** The paths of installed programs. */
  readonly programs: {
    readonly ffmpeg: string | null
    readonly ffprobe: string | null
    readonly pdftoppm: string | null
    readonly heifConvert: string | null
  }
}

/** The metadata of a file under one name. Several values are a list. */
export type Text = string | number | string[]

/** Values by the names that their standards use. */
export type Texts = Readonly<Record<string, Text>>

/** The metadata of a file, as the API shows them. Missing values are null. */
export interface FileMetadata {
  /** Detected from the content. */
  readonly content_type: string
  readonly container: string | null
  /** Pixels of the upright picture. */
  readonly width: number | null
  readonly height: number | null
  /** Seconds. */
  readonly duration: number | null
  readonly frame_rate: number | null
  readonly video_codec: string | null
  readonly audio_codec: string | null
  readonly channels: number | null
  /** Hertz. */
  readonly sample_rate: number | null
  /** Bits a second. */
  readonly bit_rate: number | null
  readonly color_space: string | null
  /** As stored in the file, 1 to 8. */
  readonly orientation: number | null
  /** ISO 8601, without a zone if the file has none. */
  readonly taken_at: string | null
  /** Where a film begins, by its own time code: `10:00:00:00`, with `;` where it drops. */
  readonly timecode: string | null
  /** Present if `timecode` does not count the frames of the film: how many it counts in a second. */
  readonly timecode_rate?: number
  /** Present if the pictures come at different intervals: `frame_rate` is their average. */
  readonly variable_frame_rate?: boolean
  /** Present in films with sound: its tracks, as markers need them. The API does not show them. */
  readonly audio_tracks?: readonly AudioTrack[]
  readonly exif: Texts | null
  readonly iptc: Texts | null
  readonly xmp: Texts | null
  readonly tags: Texts | null
}

/** A sound track of a film. Null is what the file does not say. */
export interface AudioTrack {
  readonly channels: number | null
  /** Hertz. */
  readonly sample_rate: number | null
  /** Seconds. */
  readonly duration: number | null
}

export interface MadePreview {
  readonly kind: PreviewKind
  readonly width: number
  readonly height: number
  readonly size: number
  readonly sha256: string
}

export type AnalysisResult =
  | {
    readonly outcome: 'done'
    readonly metadata: FileMetadata
    readonly previews: readonly MadePreview[]
    /** Of a film or a sound. */
    readonly playback?: Playback
    /** Whether ffmpeg could not map the colours of a film in HLG or PQ. */
    readonly isUnmapped?: boolean
  }
  /** An unknown kind of file. */
  | { readonly outcome: 'unsupported', readonly metadata: FileMetadata }
  /** A damaged file, or one beyond the limits. Its type is known if it has a beginning. */
  | { readonly outcome: 'failed', readonly error: string, readonly contentType?: string }

/** Metadata with a content type and nothing else. */
export function emptyMetadata (contentType: string): FileMetadata {
  return {
    content_type: contentType,
    container: null,
    width: null,
    height: null,
    duration: null,
    frame_rate: null,
    video_codec: null,
    audio_codec: null,
    channels: null,
    sample_rate: null,
    bit_rate: null,
    color_space: null,
    orientation: null,
    taken_at: null,
    timecode: null,
    exif: null,
    iptc: null,
    xmp: null,
    tags: null
  }
}
