import { defineFailure } from '../errors.js'

export const NoPicture = defineFailure('NO_PICTURE', 'Must be a PNG, JPEG, WebP, GIF or AVIF picture', 422)
/** The optional package that decodes pictures is missing: nobody's request helps. */
export const PicturesUnreadable = defineFailure('PICTURES_UNREADABLE', 'sharp is not installed: pictures cannot be read', 501)
