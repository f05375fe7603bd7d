import { Type } from '@sinclair/typebox'
import { described, Nullable } from '#src/http/schemas.js'
import { descriptions } from '#src/openapi/descriptions.js'

const text = Nullable(Type.String())
const number = Nullable(Type.Number())
const integer = Nullable(Type.Integer())
const Text = Type.Union([Type.String(), Type.Number(), Type.Array(Type.String())])
const texts = (description: string, example: object) =>
  described(Nullable(Type.Record(Type.String(), Text)), description, example)

const FileMetadata = Type.Object({
  content_type: described(Type.String(), 'Content type that was detected in the bytes of the file, independent of its name.', 'video/quicktime'),
  container: described(text, 'Container format.', 'MPEG-4'),
  width: described(integer, 'Width in pixels, as displayed: upright, with square pixels.', 1920),
  height: described(integer, 'Height in pixels, as displayed: upright, with square pixels.', 1080),
  duration: described(number, descriptions.durationSeconds, 12.5),
  frame_rate: described(number, 'Frame rate in frames per second.', 25),
  video_codec: described(text, 'Video codec.', 'AVC'),
  audio_codec: described(text, 'Audio codec.', 'AAC'),
  channels: described(integer, 'Number of audio channels.', 2),
  sample_rate: described(number, 'Audio sample rate in hertz.', 48000),
  bit_rate: described(number, 'Bit rate in bits per second.', 8500000),
  color_space: described(text, 'Color space.', 'YUV'),
  orientation: described(integer, 'EXIF orientation of the picture, from 1 to 8.', null),
  taken_at: described(text, 'When the picture or film was taken: ISO 8601, without a time zone if the file has none.', '2026-01-15T09:31:14+01:00'),
  timecode: described(text, 'Start time code of a film. A drop-frame time code has `;` before the frames.', '10:00:00:00'),
  timecode_rate: Type.Optional(described(
    Type.Integer(), 'Frames of a second of `timecode`, if it does not count those of the film: cameras at 50 frames per second may count 25. Absent otherwise.', 25
  )),
  variable_frame_rate: Type.Optional(described(
    Type.Boolean(), '`true` if the frame rate varies, as in films of phones: `frame_rate` is then the average. Absent otherwise.'
  )),
  exif: texts('EXIF metadata of the camera, by EXIF names.', { Make: 'Canon', FNumber: 2.8 }),
  iptc: texts('IPTC metadata of an editor, by IPTC names.', { Headline: 'Sunset', Keywords: ['sea', 'evening'] }),
  xmp: texts('XMP metadata of programs, by XMP names.', { creator: 'Ada Lovelace' }),
  tags: texts('Tags of an audio file or a PDF.', { artist: 'Björk' })
}, { title: 'FileMetadata' })

export const FileMetadataReply = Type.Object({
  file_metadata: described(
    Nullable(FileMetadata),
    'Metadata of the file; null until a file has been analysed. Properties that the file does not have are null.'
  )
}, { description: 'The metadata of the file.' })
