import type { Size } from '../../proxies/plan.js'
import type { Look } from './look.js'

/** What makes the pictures of a film fit for usual screens: filters of ffmpeg. */

/** Smaller pictures that do not tell their matrix are those of television before HD. */
const HD = { width: 1280, height: 720 }
/** Nits of the white of usual screens, and the brightest white of the film by it. */
const WHITE = 100
const BRIGHTEST = 10

/** Makes whole pictures of fields. */
export function wholePictures ({ isInterlaced }: Look): string[] {
  return isInterlaced ? ['bwdif=mode=send_frame:deint=all'] : []
}

/** The same for small pictures, for which one of the fields is enough. */
export function oneField ({ isInterlaced }: Look): string[] {
  return isInterlaced ? ['field=type=top'] : []
}

/** Whether the colours are to be mapped, for which ffmpeg needs zscale. */
export function needsMapping ({ brightness, wide }: Look): boolean {
  return brightness !== null || wide !== null
}

/**
 * Scales, and makes the colours those of BT.709. It scales first, as mapping takes longest. Without `canMap` the
 * colours of a film for other screens stay as they are.
 */
export function toScreen (look: Look, original: Size, { width, height }: Size, canMap: boolean): string[] {
  const scale = `scale=${width}:${height}`
  if (!needsMapping(look)) {
    return [`${scale}:in_color_matrix=${matrixOf(look, original)}:out_color_matrix=bt709:out_range=tv`]
  }
  // zscale takes odd sizes only where each pixel has its own colour.
  return canMap ? [scale, 'format=yuv444p10le', ...mapping(look), 'format=yuv444p'] : [scale]
}

function mapping ({ brightness, wide, matrix }: Look): string[] {
  const from = `min=${matrix ?? 'bt2020nc'}:pin=${wide ?? 'bt709'}`
  const target = 'zscale=p=bt709:t=bt709:m=bt709:r=tv'
  if (brightness === null) return [`zscale=${from}:tin=bt709:p=bt709:t=bt709:m=bt709:r=tv`]
  return [`zscale=${from}:tin=${brightness}:t=linear:npl=${WHITE}`, 'format=gbrpf32le', 'zscale=p=bt709',
    `tonemap=mobius:desat=0:peak=${BRIGHTEST}`, target]
}

function matrixOf ({ matrix }: Look, { width, height }: Size): string {
  if (matrix === null) return width >= HD.width || height >= HD.height ? 'bt709' : 'bt601'
  if (matrix === 'bt470bg' || matrix === 'smpte170m') return 'bt601'
  return matrix.startsWith('bt2020') ? 'bt2020' : matrix
}

/** Whether ffmpeg has failed because it was built without a filter. */
export function lacksFilter (failure: string | null): boolean {
  return failure !== null && /No such filter/i.test(failure)
}
