import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { SharpConstructor } from 'sharp'
import { emptyMetadata, previewSizes, type AnalysisResult, type AnalysisTask, type FileMetadata, type MadePreview } from '../task.js'
import { convertHeic } from './heic.js'
import { readEmbedded, type Embedded } from './embedded.js'
import { pictureFormats } from './kind.js'
import { readPicture } from './streams.js'
import { whenTaken } from './taken-at.js'

/** Larger pictures are refused before they are decoded. */
export const MOST_PIXELS = 2 ** 28
const WEBP_QUALITY = 80
/** The enabled loaders of libvips. */
const LOADERS = ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Tiff', 'Heif'].map((name) => `VipsForeignLoad${name}File`)

/** Null if sharp is not installed. */
export async function loadSharp (): Promise<SharpConstructor | null> {
  const sharp = await import('sharp').then((module) => module.default, () => null)
  if (sharp === null) return null
  sharp.cache(false)
  sharp.concurrency(1)
  sharp.block({ operation: ['VipsForeignLoad'] })
  sharp.unblock({ operation: LOADERS })
  return sharp
}

export async function analysePicture (task: AnalysisTask, contentType: string): Promise<AnalysisResult> {
  const embedded = await readEmbedded(task.path)
  const { exif, iptc, xmp, orientation } = embedded
  const known = { ...emptyMetadata(contentType), exif, iptc, xmp, taken_at: whenTaken(exif, iptc, xmp), orientation }
  const sharp = await loadSharp()
  if (sharp === null) return { outcome: 'done', metadata: { ...known, ...await unread(task.path, embedded) }, previews: [] }
  const format = pictureFormats[contentType]
  if (format === undefined) {
    const size = await undecoded(sharp, task.path)
    return { outcome: 'done', metadata: { ...known, ...size }, previews: await convertedPreviews(sharp, task, size) }
  }

  const found = await sharp(task.path, { limitInputPixels: MOST_PIXELS }).metadata()
  if (found.format !== format) return { outcome: 'failed', error: `The file is no ${contentType}` }
  const { width, height } = found.autoOrient
  const metadata = {
    ...known,
    width,
    height,
    color_space: found.space ?? null,
    // sharp reports 1 for a value that is no orientation.
    orientation: exif === null ? found.orientation ?? null : orientation
  }
  return { outcome: 'done', metadata, previews: await makePreviews(sharp, task.path, task.previews) }
}

type Size = Pick<FileMetadata, 'width' | 'height'>

/** The size of a picture as it is shown, without sharp. */
async function unread (path: string, { width, height, orientation }: Embedded): Promise<Size> {
  if (width === null || height === null) return readPicture(path)
  return (orientation ?? 1) >= 5 ? { width: height, height: width } : { width, height }
}

/** The size of a picture that is not decoded. HEIC has its own rotation, and its EXIF orientation is ignored. */
async function undecoded (sharp: SharpConstructor, path: string): Promise<Size> {
  const found = await sharp(path).metadata().catch(() => null)
  return found === null ? readPicture(path) : { width: found.width, height: found.height }
}

/** The previews of a picture that another program decodes. Empty if it cannot, or is not installed. */
async function convertedPreviews (
  sharp: SharpConstructor, task: AnalysisTask, { width, height }: Size
): Promise<MadePreview[]> {
  if ((width ?? 0) * (height ?? 0) > MOST_PIXELS || !await convertHeic(task)) return []
  return makePreviews(sharp, task.scratch, task.previews, { isUpright: true }).catch(() => [])
}

/** Makes both previews of a picture: upright, in sRGB, without its metadata. */
export async function makePreviews (
  sharp: SharpConstructor, path: string, targets: AnalysisTask['previews'], { isUpright = false } = {}
): Promise<MadePreview[]> {
  const [[, largest]] = previewSizes
  const picture = sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  const { data, info: { width, height, channels } } = await (isUpright ? picture : picture.autoOrient()).resize(within(largest)).toColourspace('srgb').raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true })
  const made: MadePreview[] = []
  for (const [kind, pixels] of previewSizes) {
    const picture = sharp(data, { raw: { width, height, channels } }).resize(within(pixels))
    const info = await picture.webp({ quality: WEBP_QUALITY }).toFile(targets[kind])
    const sha256 = createHash('sha256').update(await readFile(targets[kind])).digest('hex')
    made.push({ kind, width: info.width, height: info.height, size: info.size, sha256 })
  }
  return made
}

function within (pixels: number) {
  return { width: pixels, height: pixels, fit: 'inside', withoutEnlargement: true } as const
}
