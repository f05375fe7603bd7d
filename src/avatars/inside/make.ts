import type { SharpConstructor } from 'sharp'
import { isNoSpace, saysNoSpace } from '../../basics/no-space.js'
import { kindOf, pictureFormats } from '../../media/analysis/inside/kind.js'
import { loadSharp, MOST_PIXELS } from '../../media/analysis/inside/picture.js'
import { AVATAR_SIZE, LARGEST_AVATAR, type AvatarResult, type AvatarTask } from '../task.js'

/** What every browser makes; others are refused, by their content and not by what the sender says. */
const taken = ['image/png', 'image/apng', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']

/** Tried one after the other, until the picture is small enough: noise needs the last. */
const QUALITIES = [80, 60, 40, 20, 1]

/** Throws if the failure is not the picture's fault: the disk is full. */
export async function makeAvatar ({ path }: AvatarTask): Promise<AvatarResult> {
  try {
    const { contentType } = await kindOf(path)
    if (!taken.includes(contentType)) return { outcome: 'refused' }
    const sharp = await loadSharp()
    return sharp === null ? { outcome: 'unable' } : await make(sharp, path, pictureFormats[contentType]!)
  } catch (error) {
    if (isNoSpace(error) || saysNoSpace(error)) throw error
    return { outcome: 'refused' }
  }
}

/** The middle of the picture, upright, in sRGB, without its metadata. Of one that moves, the first picture. */
async function make (sharp: SharpConstructor, path: string, format: string): Promise<AvatarResult> {
  const picture = sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error' })
  if ((await picture.metadata()).format !== format) return { outcome: 'refused' }
  const { data, info: { width, height, channels } } = await picture.autoOrient()
    .resize({ width: AVATAR_SIZE, height: AVATAR_SIZE, fit: 'cover' })
    .toColourspace('srgb').raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true })
  for (const quality of QUALITIES) {
    const bytes = await sharp(data, { raw: { width, height, channels } })
      .webp({ quality, alphaQuality: quality }).toBuffer()
    if (bytes.length <= LARGEST_AVATAR) return { outcome: 'made', bytes: bytes.toString('base64') }
  }
  return { outcome: 'refused' }
}
