import type { IncomingHttpHeaders } from 'node:http'
import { TusVersionUnknown, UploadChecksumInvalid, UploadOffsetMissing } from '../errors.js'

/** The headers of tus, the protocol of resumable uploads: https://tus.io/protocols/resumable-upload */
export const TUS_VERSION = '1.0.0'

const ALGORITHMS = ['md5', 'sha1', 'sha256', 'sha512']

/** The headers of an answer to OPTIONS. */
export const TUS_ABILITIES = {
  'tus-version': TUS_VERSION,
  'tus-extension': 'termination,expiration,checksum',
  'tus-checksum-algorithm': ALGORITHMS.join(',')
}

const PIECE_TYPE = 'application/offset+octet-stream'

const WHOLE_NUMBER = /^\d{1,15}$/

/** Throws TusVersionUnknown. */
export function checkVersion (headers: IncomingHttpHeaders): void {
  if (headers['tus-resumable'] !== TUS_VERSION) throw new TusVersionUnknown()
}

/** Whether the Content-Type is that of a piece. */
export function isPiece ({ 'content-type': type = '' }: IncomingHttpHeaders): boolean {
  return type.replace(/;[^]*/, '').trim().toLowerCase() === PIECE_TYPE
}

/** The offset of a piece. Throws UploadOffsetMissing. */
export function offsetOf (headers: IncomingHttpHeaders): number {
  const { 'upload-offset': offset } = headers
  if (typeof offset !== 'string' || !WHOLE_NUMBER.test(offset)) throw new UploadOffsetMissing()
  return Number(offset)
}

/** The length of a piece; null if it is unknown. */
export function lengthOf ({ 'content-length': length, 'transfer-encoding': encoding }: IncomingHttpHeaders): number | null {
  if (encoding !== undefined) return null
  return length === undefined ? 0 : Number(length)
}

/** The expected digest of a piece and its algorithm; null without a checksum. Throws UploadChecksumInvalid. */
export function checksumOf ({ 'upload-checksum': sent }: IncomingHttpHeaders) {
  if (sent === undefined) return null
  const [algorithm = '', digest = '', ...rest] = String(sent).split(' ')
  if (!ALGORITHMS.includes(algorithm) || digest === '' || rest.length > 0) throw new UploadChecksumInvalid()
  return { algorithm, digest }
}
