import { Type, type Static } from '@sinclair/typebox'
import { Arrival } from '#src/drop-folders/schema.js'
import type { SentFile } from '#src/drop-folders/uploads/rows.js'
import { described, Nullable, strict } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'
import { samples } from '#src/openapi/samples.js'
import { IsoTime, parseIsoTime } from '#src/webhooks/subscriptions/parameters.js'
import { uploadParameters, uploadProperties } from '../../../assets/_asset_id/uploads/schemas.js'
import { wholeExample } from '../../../examples.js'
import { orRefused } from '../../../schemas.js'
import { Path } from '../../schemas.js'

/** The parameters of a file that is sent into a drop folder. `maxBytes` bounds its size. */
export function sentFileParameters (maxBytes: number) {
  const { size, content_type: contentType, sha256 } = uploadParameters(maxBytes)
  return {
    path: described(Path, 'Path of the file below the folder of the drop folder, with slashes.', 'A001/clip-1.mov'),
    size,
    modified_at: Type.Optional(described(
      IsoTime, 'When the file was last changed: ISO 8601. The same path, size and time are the same file.', samples.milliseconds
    )),
    sha256,
    content_type: contentType
  }
}

export function UploadArrivalBody (maxBytes: number) {
  return strict(Type.Object(sentFileParameters(maxBytes)))
}

/** A file as a body describes it. */
export function sentFileOf (
  { modified_at: at, ...file }: Static<ReturnType<typeof UploadArrivalBody>>
): SentFile {
  return { ...file, ...at !== undefined && { modifiedAt: parseIsoTime(at) } }
}

const { url, ...uploadRest } = uploadProperties

const ShownUpload = Type.Object({
  id: uploadRest.id,
  url: Type.Optional({ ...url, description: `${url.description} ${descriptions.onlyHere}` }),
  expires_at: uploadRest.expires_at
}, { title: 'ArrivalUpload' })

export const UploadArrivalReply = orRefused(described(
  Type.Object({ arrival: Arrival, upload: Nullable(ShownUpload) }),
  'The arrival, and the upload to send its file to: null if all its bytes are here.',
  {
    arrival: {
      ...wholeExample(Arrival), status: 'arriving', progress: 0, asset_id: null, checksum: null, finished_at: null
    },
    upload: wholeExample(ShownUpload)
  }
))
