import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { SharpConstructor } from 'sharp'
import { emptyMetadata, previewSizes, type AnalysisResult, type AnalysisTask, type MadePreview } from '../task.js'
import { readEmbedded } from './embedded.js'
import { pictureFormats } from './kind.js'
import { whenTaken } from './taken-at.js'

/** Larger pictures are refused before they are decoded. */
const MOST_PIXELS = 2 ** 28
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
  const { exif, iptc, xmp } = embedded
  const known = { ...emptyMetadata(contentType), exif, iptc, xmp, taken_at: whenTaken(exif, iptc, xmp) }
  const format = pictureFormats[contentType]
  const sharp = format === undefined ? null : await loadSharp()
  if (sharp === null) {
    const isTurned = (embedded.orientation ?? 1) >= 5
    const [width, height] = isTurned ? [embedded.height, embedded.width] : [embedded.width, embedded.height]
    return { outcome: 'done', metadata: { ...known, width, height, orientation: embedded.orientation }, previews: [] }
  }

  const found = await sharp(task.path, { limitInputPixels: MOST_PIXELS }).metadata()
  if (found.format !== format) return { outcome: 'failed', error: `The file is no ${contentType}` }
  const { width, height } = found.autoOrient
  const metadata = {
    ...known,
    width,
    height,
    color_space: found.space ?? null,
    orientation: found.orientation ?? embedded.orientation
  }
  return { outcome: 'done', metadata, previews: await makePreviews(sharp, task.path, task.previews) }
}

/** Makes both previews of a picture: upright, in sRGB, without its metadata. */
export async function makePreviews (
  sharp: SharpConstructor, path: string, targets: AnalysisTask['previews']
): Promise<MadePreview[]> {
  const [[, largest]] = previewSizes
  const { data, info: { width, height, channels } } = await sharp(path, {
    limitInputPixels: MOST_PIXELS, failOn: 'error'
  }).autoOrient().resize(within(largest)).toColourspace('srgb').raw({ depth: 'uchar' })
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
