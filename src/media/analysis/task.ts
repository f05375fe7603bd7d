/** What a process that analyses a file is told, and what it says: nothing else passes between it and the service. */

export type PreviewKind = 'thumbnail' | 'preview'

/** The longer side of each at most. */
export const previewSizes = [
  ['preview', 1280],
  ['thumbnail', 320]
] as const satisfies ReadonlyArray<readonly [kind: PreviewKind, pixels: number]>

export const PREVIEW_TYPE = 'image/webp'

export interface AnalysisTask {
  /** The file, which is only read. */
  readonly path: string
  /** Where previews go. */
  readonly previews: Readonly<Record<PreviewKind, string>>
  /** A file that may be written to meanwhile, and that nobody needs afterwards. */
  readonly scratch: string
  /** Programs that are installed, by their paths. */
  readonly programs: { readonly ffmpeg: string | null, readonly pdftoppm: string | null }
}

/** Values by the names that the field uses. */
export type Texts = Readonly<Record<string, string | number>>

/** What is known of a file, as the API shows it. What is not in the file is null. */
export interface FileMetadata {
  /** By what is in the file. */
  readonly content_type: string
  readonly container: string | null
  /** Pixels, as one sees them: upright. */
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
  /** As it is written in the file, 1 to 8. */
  readonly orientation: number | null
  /** ISO 8601, without a zone where the file has none. */
  readonly taken_at: string | null
  readonly exif: Texts | null
  readonly iptc: Texts | null
  readonly xmp: Texts | null
  readonly tags: Texts | null
}

export interface MadePreview {
  readonly kind: PreviewKind
  readonly width: number
  readonly height: number
  readonly size: number
  readonly sha256: string
}

export type AnalysisResult =
  | { readonly outcome: 'done', readonly metadata: FileMetadata, readonly previews: readonly MadePreview[] }
  /** The file is of no kind that is known. */
  | { readonly outcome: 'unsupported', readonly metadata: FileMetadata }
  /** The file is damaged, or more than is made of one. */
  | { readonly outcome: 'failed', readonly error: string }

/** Nothing but what the file is. */
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
    exif: null,
    iptc: null,
    xmp: null,
    tags: null
  }
}
